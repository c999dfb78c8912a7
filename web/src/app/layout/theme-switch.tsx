import { useId } from 'react';
import { THEMES, useTheme, type Theme } from '../../stores/theme.ts';
import './theme-switch.css';

const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Chooses the theme: the system's, light or dark. */
export function ThemeSwitch() {
  const { theme, choose } = useTheme();
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
              type="radio"
              name="theme"
              value={each}
              checked={each === theme}
              onChange={() => choose(each)}
            />
            {LABELS[each]}
          </label>
        ))}
      </div>
    </div>
  );
}
