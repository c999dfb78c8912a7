import { endpoints, type CachePolicy } from '../contract/index.ts';
import type { ClientNetwork } from './client-network.ts';

/** A page that the function renders outside the API; Hosting's rewrites route it here. */
export interface PageEntry {
  /** Relative to the site's origin, parameters in braces. */
  path: `/${string}`;
  /** how long the page is cached, if it is */
  cache?: CachePolicy;
  /** whether scripts of other sites may read it */
  anyOrigin?: true;
}

/** Every such page. Routes and tests come from this table. Anyone may GET them. */
export const pages = {
  home: { path: '/', cache: endpoints.listJokes.cache },
  top: { path: '/top-100', cache: endpoints.listTopJokes.cache },
  newest: { path: '/newest', cache: endpoints.listNewestJokes.cache },
  random: { path: '/random' },
  search: { path: '/search', cache: endpoints.searchJokes.cache },
  joke: { path: '/fact/{id}', cache: endpoints.getJoke.cache },
  embed: { path: '/embed/fact/{id}', cache: endpoints.getJoke.cache },
  sitemap: { path: '/sitemap.xml', cache: endpoints.getJoke.cache },
  atomFeed: { path: '/feed.xml', cache: endpoints.listNewestJokes.cache, anyOrigin: true },
  jsonFeed: { path: '/feed.json', cache: endpoints.listNewestJokes.cache, anyOrigin: true },
  dailyFeed: { path: '/feed/daily.xml', cache: endpoints.listNewestJokes.cache, anyOrigin: true },
} as const satisfies Record<string, PageEntry>;

export type PageName = keyof typeof pages;

interface PageResponse {
  /** a media type or its short name, such as `html` */
  type: string;
  text: string;
  /** Set if the page is the response to a failure: its `text` is sent with the error's status. */
  error?: unknown;
  /** the URL to redirect to instead */
  redirect?: string | undefined;
}

/** Each renders a page for a request, or throws an ApiError; a missing one does not compile. */
export type PageHandlers<Names extends PageName = PageName> = Record<
  Names,
  (request: {
    /** path and query */
    url: string;
    query: unknown;
    params: unknown;
    network: ClientNetwork;
    /** aborts when nobody waits for the page anymore */
    signal: AbortSignal;
  }) => Promise<PageResponse>
>;
