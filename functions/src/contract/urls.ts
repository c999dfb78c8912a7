import { limits, type HIGHEST_RATED } from '../domain/limits.ts';
import type { Tag } from '../domain/tags.ts';

/** The product's name on every screen (specification §2, `{product}`). */
export const PRODUCT_NAME = 'Chuck Norris Facts';

/** The API's path under the site's origin (specification §7). */
export const API_BASE_PATH = '/api/v1';

/** The path of calls in the format of api.chucknorris.io. */
export const COMPAT_BASE_PATH = '/compat/chucknorris';

/** How long a client waits for a response, in milliseconds. */
export const CLIENT_TIMEOUT_MS = 15_000;

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

/** The path of the page that shows a joke inside other sites. */
export const embedPath = (jokeId: number) => `/embed/fact/${jokeId}`;

/** Every image is square and stored in these widths (= heights), in pixels. */
export const IMAGE_WIDTHS = [320, 640, 1024] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** The width of the file in an `image_url`. */
export const DEFAULT_IMAGE_WIDTH = 640 satisfies ImageWidth;

/** The URL of the same image in another width; any other URL is returned unchanged. */
export function imageUrlOfWidth(imageUrl: string, width: ImageWidth): string {
  return imageUrl.replace(/-(?:320|640|1024)\.webp(?=$|\?)/, `-${width}.webp`);
}

/** The `srcset` of an image in all its widths. */
export function imageSrcSet(imageUrl: string): string {
  return IMAGE_WIDTHS.map((width) => `${imageUrlOfWidth(imageUrl, width)} ${width}w`).join(', ');
}
