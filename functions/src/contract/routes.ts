import { aMinute, type CachePolicy } from './calls.ts';
import { PRODUCT_NAME } from './urls.ts';

/**
 * A path of the site outside the API, which anyone may GET. The function's routes, the screens, the sitemap and
 * the prerendered files come from the tables of routes; tests compare them with firebase.json.
 */
export interface Route {
  /** Relative to the site's origin, parameters in braces. */
  path: `/${string}`;
  /** The parameters of its query that the server reads; others, which links often have, are ignored. */
  query?: readonly string[];
  /** How long the function's response is cached, if it is. */
  cache?: CachePolicy;
  /** Whether search engines may list it. */
  indexed?: true;
}

/** The screens that show jokes; the function renders them. */
export const factScreens = {
  home: { path: '/', query: ['page'], cache: aMinute, indexed: true },
  top: { path: '/top-100', query: ['page', 'period'], cache: aMinute, indexed: true },
  daily: { path: '/daily', cache: aMinute, indexed: true },
  newest: { path: '/newest', cache: aMinute, indexed: true },
  tag: { path: '/tag/{tag}', query: ['page', 'sort'], cache: aMinute, indexed: true },
  random: { path: '/random', indexed: true },
  search: { path: '/search', query: ['q', 'page', 'sort'], cache: aMinute },
  joke: { path: '/fact/{id}', cache: aMinute, indexed: true },
} as const satisfies Record<string, Route>;

/** The screens that are the same for everyone until the next deployment; the build renders them. */
export const staticScreens = {
  submit: { path: '/submit', indexed: true },
  about: { path: '/about', indexed: true },
  privacy: { path: '/privacy', indexed: true },
  developers: { path: '/developers', indexed: true },
  factsArchive: { path: '/facts-archive', indexed: true },
  history: { path: '/history', indexed: true },
  myVotes: { path: '/my-votes' },
} as const satisfies Record<string, Route>;

export type StaticPath = (typeof staticScreens)[keyof typeof staticScreens]['path'];

const ADMIN = '/admin';
const HIDDEN_ADMIN = '/roundhouse-7f3k9q2x';

/** The login and admin screens, which the browser renders. No page links to the hidden ones. */
export const adminScreens = {
  login: { path: '/login' },
  admin: { path: ADMIN },
  setupAdmin: { path: '/setup-admin' },
  hiddenAdmin: { path: HIDDEN_ADMIN },
  adminQueue: { path: `${ADMIN}/queue` },
  adminLog: { path: `${ADMIN}/log` },
  hiddenAdminQueue: { path: `${HIDDEN_ADMIN}/queue` },
  hiddenAdminLog: { path: `${HIDDEN_ADMIN}/log` },
} as const satisfies Record<string, Route>;

/** The feeds of jokes, each with its title. */
export const feeds = {
  atomFeed: { path: '/feed.xml', cache: aMinute, title: `Newest ${PRODUCT_NAME}` },
  dailyFeed: { path: '/feed/daily.xml', cache: aMinute, title: `${PRODUCT_NAME}: one a day` },
} as const satisfies Record<string, Route & { title: string }>;

/** What the function answers outside the API besides screens, for other sites and programs. */
export const files = {
  embed: { path: '/embed/fact/{id}', cache: aMinute },
  sitemap: { path: '/sitemap.xml', cache: aMinute },
  ...feeds,
  factsFile: { path: '/data/facts.jsonl.gz', cache: aMinute },
} as const satisfies Record<string, Route>;

/** Facts as plain text, for programs that can only open a URL; errors there are text, too. */
export const texts = {
  randomText: { path: '/random.txt', query: ['tag', 'safe', 'name'] },
  topText: { path: '/top.txt', query: ['tag', 'safe'], cache: aMinute },
  dailyText: { path: '/daily.txt', cache: aMinute },
  jokeText: { path: '/fact/{id}.txt', cache: aMinute },
} as const satisfies Record<string, Route>;

/** Everything that the function answers outside the API. A text comes before the screen whose path it has, too. */
export const pages = { ...texts, ...factScreens, ...files };

export type PageName = keyof typeof pages;

const routes: readonly Route[] = [
  ...Object.values({ ...pages, ...staticScreens, ...adminScreens }),
  // The numbered pages of the old site.
  { path: `${staticScreens.factsArchive.path}/{page}` },
];
const matchers = routes.map((route) => {
  const pattern = route.path.replaceAll('.', '\\.').replace(/\{\w+\}/, '[\\w-]+');
  return { route, pattern: new RegExp(`^${pattern}$`) };
});

const routeAt = (path: string) => matchers.find(({ pattern }) => pattern.test(path))?.route;

/**
 * The one spelling of a page's path: in lower case, without encoded letters, repeated slashes or a slash at
 * the end. A path that is no page's in any spelling is returned unchanged.
 */
export function canonicalPath(path: string): string {
  const canonical = path
    .replace(/%[2-7][\da-f]/gi, (code) => {
      const character = decodeURIComponent(code);
      return /[\w.-]/.test(character) ? character : code;
    })
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
  return routeAt(canonical) ? canonical : path;
}

/**
 * The URL that stands for all URLs of the same page: with each parameter that the page reads at most once. A
 * URL of no page is returned unchanged.
 * @param url path and query
 */
export function pageUrl(url: string): string {
  const [path = '', ...queries] = url.split('?');
  const page = routeAt(path);
  if (!page) return url;
  const all = new URLSearchParams(queries.join('?'));
  const read = new URLSearchParams();
  for (const name of page.query ?? []) {
    const value = all.get(name);
    if (value !== null) read.set(name, value);
  }
  return read.size === 0 ? path : `${path}?${read.toString()}`;
}
