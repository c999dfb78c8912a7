import { create } from 'zustand';

/** The storage key of the theme. A script in the page's head reads it before the first paint. */
const THEME_KEY = 'theme';

export const THEMES = ['system', 'light', 'dark'] as const;
/** How the site looks: always light, always dark, or following the visitor's system. */
export type Theme = (typeof THEMES)[number];

interface ThemeStore {
  theme: Theme;
  choose: (theme: Theme) => void;
}

/** The chosen theme. It starts as `system`, so that the first render is the same for everyone. */
export const useTheme = create<ThemeStore>()((set) => ({
  theme: 'system',
  choose: (theme) => {
    saveTheme(theme);
    set({ theme });
  },
}));

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

function saveTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}

/** Applies a theme to the page and to the browser's own toolbar. */
function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = meta.dataset;
    const chosen = scheme === theme ? 'all' : 'not all';
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : chosen;
  }
}

/** Applies the stored theme now and whenever any tab changes it. Returns a function that stops it. */
export function connectTheme(): () => void {
  const reload = () => useTheme.setState({ theme: storedTheme() });
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === THEME_KEY || key === null) reload();
  };
  const unsubscribe = useTheme.subscribe(({ theme }) => apply(theme));
  reload();
  window.addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
}
