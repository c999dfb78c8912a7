import type { CachePolicy } from '../contract/index.ts';

const PRIVATE = 'private, no-store';

/**
 * The Cache-Control of a success.
 * @param personal whether the answer is for one reader: the request carried a bearer or a valid
 *   signature, or the answer sets a cookie
 */
export function cacheControl(policy: CachePolicy, personal: boolean): string {
  if (personal) return PRIVATE;
  switch (policy.kind) {
    case 'none':
      return PRIVATE;
    case 'shared':
      return `public, max-age=${policy.browserSeconds ?? 0}, s-maxage=${policy.seconds}`;
  }
}

/** The Cache-Control of every error, a 404 included: Hosting would keep one for ten minutes. */
export const ERROR_CACHE_CONTROL = PRIVATE;
