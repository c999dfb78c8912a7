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

const JOKES = `${API_BASE_PATH}/jokes`;

/** What the URL of a list in another order than its usual one ends with. */
const inOrder = (sort?: typeof HIGHEST_RATED) => (sort ? `&sortBy=${sort}` : '');

/**
 * The URLs that public screens load. Caches know a response by its URL, so each is written only here:
 * for the queries, the page's inline script, the pages that contain a response, and the service worker.
 */
export const jokeUrls = {
  /** @param page the number of a page of approved jokes, or text in its place */
  page: (page: number | string, tag?: Tag, sort?: typeof HIGHEST_RATED) =>
    `${JOKES}?page=${page}&per_page=${limits.homePageSize}&status=active${tag ? `&tag=${tag}` : ''}${inOrder(sort)}`,
  top: `${JOKES}/top?limit=${limits.topSize}`,
  topOfWeek: `${JOKES}/top?limit=${limits.topSize}&period=week`,
  /** the jokes of the last days; of today alone for the home screen */
  daily: `${JOKES}/daily?limit=${limits.dailySize}`,
  today: `${JOKES}/daily?limit=1`,
  newest: `${JOKES}/newest?limit=${limits.newestSize}`,
  /** @param query normalized */
  search: (query: string, page: number, sort?: typeof HIGHEST_RATED) =>
    `${JOKES}/search?${new URLSearchParams({ q: query, page: String(page) }).toString()}${inOrder(sort)}`,
  /** @param seen the ids of jokes that are not wanted again */
  random: (seen: readonly number[] = []) =>
    `${JOKES}/random?mix=discover${seen.length === 0 ? '' : `&exclude=${seen.join(',')}`}`,
  joke: (id: number) => `${JOKES}/${id}`,
  related: (id: number) => `${JOKES}/${id}/related`,
} as const;
