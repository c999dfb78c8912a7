import { endpoints, type CachePolicy } from '../contract/index.ts';

/** A page that the function serves outside the API; Hosting's rewrites send it here. */
interface PageEntry {
  /** Below the site's origin, parameters in braces. */
  path: `/${string}`;
  cache: CachePolicy;
}

/** Every such page. Routes and tests come from this table. Anyone may ask for them, with GET. */
export const pages = {
  fact: { path: '/fact/{id}', cache: endpoints.getJoke.cache },
  sitemap: { path: '/sitemap.xml', cache: endpoints.getJoke.cache },
} as const satisfies Record<string, PageEntry>;

export type PageName = keyof typeof pages;

/** A page's content. */
export interface Page {
  type: 'html' | 'xml';
  text: string;
}

/** Makes a page from a request's parameters, or throws an ApiError. */
export type PageHandler = (input: { params: unknown; query: unknown }) => Promise<Page>;

/** One handler for every page; one left out does not compile. */
export type PageHandlers = Record<PageName, PageHandler>;
