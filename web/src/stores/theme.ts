import { create } from 'zustand';
import { followItem, readItem, writeItem } from './browser-storage.ts';

/** The storage key of the theme. A script in the page's head reads it before the first paint. */
const THEME_KEY = 'theme';

export const THEMES = ['system', 'light', 'dark'] as const;
/** How the site looks: always light, always dark, or following the visitor's system. */
export type Theme = (typeof THEMES)[number];

/** The chosen theme. It starts as `system`, so that the first render is the same for everyone. */
export const useTheme = create<Theme>()(() => 'system');

/** Chooses and stores a theme. */
export function chooseTheme(theme: Theme): void {
  writeItem(THEME_KEY, theme === 'system' ? null : theme);
  useTheme.setState(theme);
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

/** Applies the stored theme now and whenever any tab changes it. */
export function followTheme(): void {
  useTheme.subscribe(apply);
  followItem(THEME_KEY, () => {
    const stored = readItem(THEME_KEY);
    useTheme.setState(THEMES.find((theme) => theme === stored) ?? 'system');
  });
}
