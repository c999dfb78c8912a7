import { oneOf, storedValue } from './stored-value.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
/** Light, dark, or the same as the visitor's system. */
export type Theme = (typeof THEMES)[number];

/** The chosen theme; a script in the page's head reads the stored one before the first paint. */
export const theme = storedValue<Theme>('theme', oneOf(...THEMES), 'system');

function apply(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = meta.dataset;
    const media = scheme === chosen ? 'all' : 'not all';
    meta.media = chosen === 'system' ? `(prefers-color-scheme: ${scheme})` : media;
  }
}

/** Applies the theme to the page whenever any tab changes it. */
export function followTheme(): void {
  theme.use.subscribe(apply);
}
