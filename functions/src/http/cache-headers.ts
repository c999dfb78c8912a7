import type { CachePolicy } from '../contract/index.ts';

const PRIVATE = 'private, no-store';

/**
 * The Cache-Control of a success.
 * @param personal whether the request carried a bearer or the answer sets a cookie
 */
export function cacheControl(policy: CachePolicy, personal: boolean): string {
  if (personal) return PRIVATE;
  switch (policy.kind) {
    case 'none':
      return PRIVATE;
    case 'shared':
      return `public, max-age=0, s-maxage=${policy.seconds}`;
    case 'immutable':
      return 'public, max-age=31536000, immutable';
  }
}

/** The Cache-Control of every error, a 404 included: Hosting would keep one for ten minutes. */
export const ERROR_CACHE_CONTROL = PRIVATE;
