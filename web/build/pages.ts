import list from './pages.json' with { type: 'json' };

/** A page that the build writes as an HTML file. */
export interface Page {
  /** its path, or a pattern of paths */
  path: string;
  /** the path to render, for a pattern; the page is rendered without data, so any id works */
  renderedAs?: string | undefined;
  /** the file name in the build output */
  file: string;
  /** the title, the same as the screen sets */
  title: string;
  description: string;
  /** the screen's module below `web`, to preload its code; omitted if it is in the main bundle */
  screen?: string | undefined;
  /** False if search engines must not index it. */
  indexed?: boolean | undefined;
}

/** The public pages; all but the last two are in the sitemap. */
export const pages: readonly Page[] = list;
