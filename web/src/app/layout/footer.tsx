import { PRODUCT_NAME } from 'functions/contract';
import { NavLink, useLocation } from 'react-router-dom';
import { isAdminPath, paths } from '../../paths.ts';
import { useLateDialog } from '../../ui/late-dialog.ts';
import { useKeys } from '../../stores/shortcuts.ts';
import { theme, THEMES, type Theme } from '../../stores/theme.ts';
import styles from './footer.module.css';

const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Chooses the theme: the system's, light or dark. */
function ThemeChoice() {
  const chosen = theme.use();
  return (
    <label className="row">
      Theme
      <select
        className={`${styles.theme} field`}
        value={chosen}
        onChange={({ target }) => {
          const next = THEMES.find((each) => each === target.value);
          if (next) theme.save(next);
        }}
      >
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {LABELS[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The keys of the public screens. */
const KEYS = [
  ['→', 'Another random fact, where one fact is shown'],
  ['←', 'Back to the one before'],
  ['1', 'to 5: rate that fact'],
  ['/', 'Search'],
  ['?', 'Show these keys'],
] as const;

/** Lists the keys after a click or `?`. */
function Keys() {
  const { pathname } = useLocation();
  const { Dialog, open, close } = useLateDialog<{ keys: typeof KEYS; onClose: () => void }>();
  const show = () => open(import('../../ui/keys-dialog.tsx'));
  useKeys(isAdminPath(pathname) ? {} : { '?': ['Show these keys', show] });
  return (
    <>
      <button type="button" className="link-button keys-only" onClick={show}>
        Keys
      </button>
      {Dialog && <Dialog keys={KEYS} onClose={close} />}
    </>
  );
}

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={`${styles.content} spread`}>
        {/* The page may have been rendered last year. */}
        <p suppressHydrationWarning>{`© ${new Date().getFullYear()} ${PRODUCT_NAME}`}</p>
        <nav className={`${styles.links} row`} aria-label="Footer">
          <NavLink to={paths.history}>History</NavLink>
          <NavLink to={paths.about}>About</NavLink>
          <NavLink to={paths.developers}>Developers</NavLink>
          <NavLink to={paths.privacy}>Privacy</NavLink>
          <NavLink to={paths.myVotes}>My votes</NavLink>
          <Keys />
        </nav>
        <ThemeChoice />
      </div>
    </footer>
  );
}
