import type { CachePolicy } from '../contract/index.ts';

/**
 * The Cache-Control header of a response that nobody may store, and of every error: without it Hosting would
 * cache a 404 for ten minutes.
 */
export const PRIVATE = 'private, no-store';

/**
 * The Cache-Control header of a successful response.
 * @param policy undefined if the response is never cached
 * @param personal whether the response is for this client only: the request has a bearer or a valid
 *   signature, or the response sets a cookie
 */
export function cacheControl(policy: CachePolicy | undefined, personal: boolean): string {
  if (!policy || personal) return PRIVATE;
  return `public, max-age=${policy.browserSeconds ?? 0}, s-maxage=${policy.seconds}`;
}
