import { calls, type Call } from '../../functions/src/contract/calls.ts';
import type { EndpointInput } from '../../functions/src/contract/endpoints.ts';
import type { PageEndpoint, PageInput } from '../../functions/src/contract/renderer.ts';
import { adminScreens, factScreens, staticScreens } from '../../functions/src/contract/routes.ts';
import { API_BASE_PATH } from '../../functions/src/contract/urls.ts';
import { isShortEnough } from '../../functions/src/domain/joke-length.ts';
import { limits, type HIGHEST_RATED } from '../../functions/src/domain/limits.ts';
import { wordsOf } from '../../functions/src/domain/search-words.ts';
import type { Tag } from '../../functions/src/domain/tags.ts';

function pathsOf<Name extends string>(table: Record<Name, { path: string }>): Record<Name, string>;
function pathsOf(table: Record<string, { path: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([name, { path }]) => [name, path]));
}

/** The paths of all screens. `joke` and `tag` are patterns, see {@link jokePath} and {@link tagPath}. */
export const paths = pathsOf({ ...factScreens, ...staticScreens, ...adminScreens });

/** The permanent path of a joke. */
export function jokePath(jokeId: number): string {
  return paths.joke.replace('{id}', String(jokeId));
}

/** The shapes of a joke's card: that of link previews, and that of a phone's feeds. */
export type CardShape = 'wide' | 'tall';

/** The path of a joke's card, a PNG. */
export function cardPath(jokeId: number, shape: CardShape): string {
  return `${API_BASE_PATH}/cards/${jokeId}${shape === 'tall' ? '-tall' : ''}.png`;
}

/** The path of a page of a list; the first has no number. @param path with its other parameters, if any */
export function pagePath(path: string, page: number): string {
  return page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
}

/** The path of the jokes with a tag. @param sort by default, the newest first */
export function tagPath(tag: string, sort?: string): string {
  return `${paths.tag.replace('{tag}', tag)}${sort ? `?sort=${sort}` : ''}`;
}

/** The path of what a query finds. @param sort by default, the best match first */
export function searchPath(query: string, sort?: string): string {
  const search = new URLSearchParams({ q: query, ...(sort && { sort }) });
  return `${paths.search}?${search.toString()}`;
}

/** Whether a normalized query is no longer than a joke can be and has a word to search for. */
export function isSearchable(query: string): boolean {
  return isShortEnough(query) && wordsOf(query).length > 0;
}

/** The id in a joke's path, in the contract's format; undefined for any other text. */
export function jokeIdOf(text = ''): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** The administrator's screens, each at its path and at its hidden path. */
const ADMIN_SCREENS = {
  dashboard: [paths.admin, paths.hiddenAdmin],
  queue: [paths.adminQueue, paths.hiddenAdminQueue],
  log: [paths.adminLog, paths.hiddenAdminLog],
} as const;

export type AdminScreen = keyof typeof ADMIN_SCREENS;

/** Whether a path is a login or admin screen; the service worker saves nothing that those load. */
export function isAdminPath(pathname: string): boolean {
  return Object.values(pathsOf(adminScreens)).includes(pathname);
}

/** Whether a path is a hidden one. */
export function isHiddenPath(pathname: string): boolean {
  return `${pathname}/`.startsWith(`${paths.hiddenAdmin}/`);
}

/** What follows the dashboard's path in that of an admin screen, such as `/queue`. */
export function afterDashboard(pathname: string): string {
  return pathname.slice((isHiddenPath(pathname) ? paths.hiddenAdmin : paths.admin).length);
}

/** The path of an admin screen: the hidden one if the current screen is at a hidden path. */
export function adminPath(pathname: string, screen: AdminScreen): string {
  const [open, hidden] = ADMIN_SCREENS[screen];
  return isHiddenPath(pathname) ? hidden : open;
}

/** Form fields in the order given, without undefined values. */
export function formOf(fields: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, String(value));
  }
  return form;
}

/** The path of a call on the site's origin: parameters filled in, query appended. */
export function callUrl({ path }: Call, { params = {}, query = {} }: PageInput): string {
  const given = new Map<string, unknown>(Object.entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_placeholder, name: string) =>
    encodeURIComponent(String(given.get(name))),
  );
  // A list with commas is shorter than one with their codes.
  const search = formOf(query).toString().replaceAll('%2C', ',');
  return API_BASE_PATH + (search === '' ? filled : `${filled}?${search}`);
}

/** A call of a public screen. Caches know the response by its URL. */
export interface JokeCall<N extends PageEndpoint = PageEndpoint> {
  name: N;
  input: PageInput;
  url: string;
}

function callOf<N extends PageEndpoint>(name: N, input: EndpointInput<N>): JokeCall<N> {
  return { name, input, url: callUrl(calls[name], input) };
}

/**
 * The calls that public screens make, each written only here: for the queries, the pages that contain a response, and the
 * service worker.
 */
export const jokeCalls = {
  /** a page of approved jokes */
  page: (page: number, tag?: Tag, sortBy?: typeof HIGHEST_RATED) =>
    callOf('listJokes', {
      query: { page, per_page: limits.homePageSize, status: 'active', tag, sortBy },
    }),
  top: callOf('listTopJokes', { query: { limit: limits.topSize } }),
  topOfWeek: callOf('listTopJokes', { query: { limit: limits.topSize, period: 'week' } }),
  /** the jokes of the last days; of today alone for the home screen */
  daily: callOf('listDailyJokes', { query: { limit: limits.dailySize } }),
  today: callOf('listDailyJokes', { query: { limit: 1 } }),
  newest: callOf('listNewestJokes', { query: { limit: limits.newestSize } }),
  /** @param q normalized */
  search: (q: string, page: number, sortBy?: typeof HIGHEST_RATED) =>
    callOf('searchJokes', { query: { q, page, sortBy } }),
  /** @param seen the ids of jokes that are not wanted again */
  random: (seen: readonly number[] = []) =>
    callOf('getRandomJoke', { query: { mix: 'discover', exclude: seen.join(',') || undefined } }),
  joke: (id: number) => callOf('getJoke', { params: { id } }),
  related: (id: number) => callOf('getRelatedJokes', { params: { id } }),
} as const;
