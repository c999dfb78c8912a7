import { endpoints, type CachePolicy } from '../contract/index.ts';
import type { ClientNetwork } from './client-network.ts';

/** A page that the function renders outside the API; Hosting's rewrites route it here. */
export interface PageEntry {
  /** Relative to the site's origin, parameters in braces. */
  path: `/${string}`;
  /** the parameters of its query that it reads; others, which links often have, are ignored */
  query?: readonly string[];
  /** how long the page is cached, if it is */
  cache?: CachePolicy;
  /** whether scripts of other sites may read it */
  anyOrigin?: true;
}

/** Every such page. Routes and tests come from this table. Anyone may GET them. */
export const pages = {
  home: { path: '/', query: ['page'], cache: endpoints.listJokes.cache },
  top: { path: '/top-100', query: ['page'], cache: endpoints.listTopJokes.cache },
  newest: { path: '/newest', cache: endpoints.listNewestJokes.cache },
  random: { path: '/random' },
  search: { path: '/search', query: ['q', 'page'], cache: endpoints.searchJokes.cache },
  joke: { path: '/fact/{id}', cache: endpoints.getJoke.cache },
  embed: { path: '/embed/fact/{id}', cache: endpoints.getJoke.cache },
  sitemap: { path: '/sitemap.xml', query: ['part'], cache: endpoints.getJoke.cache },
  atomFeed: { path: '/feed.xml', cache: endpoints.listNewestJokes.cache, anyOrigin: true },
  jsonFeed: { path: '/feed.json', cache: endpoints.listNewestJokes.cache, anyOrigin: true },
  dailyFeed: { path: '/feed/daily.xml', cache: endpoints.listNewestJokes.cache, anyOrigin: true },
} as const satisfies Record<string, PageEntry>;

export type PageName = keyof typeof pages;

const parametersOf = new Map<string, readonly string[]>(
  Object.values(pages).map(({ path, query = [] }: PageEntry) => [path, query] as const),
);

/**
 * The URL that stands for all URLs of the same page: without slashes at the end, and with each parameter
 * that the page reads at most once. A URL of no page is returned unchanged.
 * @param url path and query
 */
export function pageUrl(url: string): string {
  const [given = '', ...queries] = url.split('?');
  const path = given.replace(/(?<=[^/])\/+$/, '');
  const parameters = parametersOf.get(path) ?? parametersOf.get(path.replace(/[^/]+$/, '{id}'));
  if (!parameters) return url;
  const all = new URLSearchParams(queries.join('?'));
  const read = new URLSearchParams();
  for (const name of parameters) {
    const value = all.get(name);
    if (value !== null) read.set(name, value);
  }
  return read.size === 0 ? path : `${path}?${read.toString()}`;
}

interface PageResponse {
  /** a media type or its short name, such as `html` */
  type: string;
  text: string | Buffer;
  /** Set if the page is the response to a failure: its `text` is sent with the error's status. */
  error?: unknown;
  /** the URL to redirect to instead */
  redirect?: string | undefined;
}

/** Each renders a page for a request, or throws an ApiError; a missing one does not compile. */
export type PageHandlers<Names extends PageName = PageName> = Record<
  Names,
  (request: {
    /** as `pageUrl` returns it */
    url: string;
    query: Readonly<Record<string, string>>;
    params: unknown;
    network: ClientNetwork;
    /** aborts when nobody waits for the page anymore */
    signal: AbortSignal;
  }) => Promise<PageResponse>
>;
