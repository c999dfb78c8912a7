import { PRODUCT_NAME } from 'functions/contract';
import { useId } from 'react';
import { NavLink } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { theme, THEMES, type Theme } from '../../stores/theme.ts';
import './theme-switch.css';

const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Chooses the theme: the system's, light or dark. */
function ThemeSwitch() {
  const chosen = theme.use();
  const id = useId();
  return (
    <div className="theme-switch" role="radiogroup" aria-labelledby={id}>
      <span className="theme-switch-label" id={id}>
        Theme
      </span>
      <div className="theme-choices">
        {THEMES.map((each) => (
          <label key={each} className="theme-choice">
            <input
              className="covering"
              type="radio"
              name="theme"
              value={each}
              checked={each === chosen}
              onChange={() => theme.save(each)}
            />
            <span>{LABELS[each]}</span>
          </label>
        ))}
      </div>
    </div>
  );
}

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer-content">
        {/* A page rendered last year says so until then. */}
        <p suppressHydrationWarning>
          © {new Date().getFullYear()} {PRODUCT_NAME}
        </p>
        <nav aria-label="Footer">
          <NavLink to={paths.history}>History</NavLink>
          <NavLink to={paths.about}>About</NavLink>
          <NavLink to={paths.developers}>Developers</NavLink>
          <NavLink to={paths.privacy}>Privacy</NavLink>
          <NavLink to={paths.myVotes}>My votes</NavLink>
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  );
}
