import { create } from 'zustand';

/** Where this browser keeps the choice. A script in the page's head reads it before the first paint. */
const THEME_KEY = 'theme';

export const THEMES = ['system', 'light', 'dark'] as const;
/** How the site looks: always light, always dark, or as the visitor's system does. */
export type Theme = (typeof THEMES)[number];

interface ThemeStore {
  theme: Theme;
  choose: (theme: Theme) => void;
}

/** The chosen theme. It begins as `system`, so that the first render is the same for everybody. */
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
    // A browser that keeps nothing keeps the choice as long as the page.
  }
}

/** Has the page drawn in a theme, and the browser's own bar around it. */
function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = meta.dataset;
    const chosen = scheme === theme ? 'all' : 'not all';
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : chosen;
  }
}

/** Takes over the stored choice and draws the page in it, from now on and as other tabs change it. */
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
