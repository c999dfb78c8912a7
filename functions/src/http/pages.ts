import { endpoints, type CachePolicy } from '../contract/index.ts';

/** A page that the function renders outside the API; Hosting's rewrites route it here. */
interface PageEntry {
  /** Relative to the site's origin, parameters in braces. */
  path: `/${string}`;
  cache: CachePolicy;
}

/** Every such page. Routes and tests come from this table. Anyone may GET them. */
export const pages = {
  fact: { path: '/fact/{id}', cache: endpoints.getJoke.cache },
  sitemap: { path: '/sitemap.xml', cache: endpoints.getJoke.cache },
} as const satisfies Record<string, PageEntry>;

export type PageName = keyof typeof pages;

/** Each renders a page from a request's parameters, or throws an ApiError; a missing one does not compile. */
export type PageHandlers = Record<
  PageName,
  (input: { params: unknown; query: unknown }) => Promise<{ type: 'html' | 'xml'; text: string }>
>;
