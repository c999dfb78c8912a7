import { PRODUCT_NAME } from 'functions/contract';
import { NavLink } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { ThemeSwitch } from './theme-switch.tsx';

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer-content">
        <p>
          © {new Date().getFullYear()} {PRODUCT_NAME}
        </p>
        <nav aria-label="Footer">
          <NavLink to={paths.history}>History</NavLink>
          <NavLink to={paths.about}>About</NavLink>
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  );
}
