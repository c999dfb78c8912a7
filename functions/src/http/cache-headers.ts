import type { CachePolicy } from '../contract/index.ts';

const PRIVATE = 'private, no-store';

/**
 * The Cache-Control of a success.
 * @param personal whether the request carried a bearer or the answer sets a cookie
 * @param random uniform in [0, 1)
 */
export function cacheControl(policy: CachePolicy, personal: boolean, random: () => number): string {
  if (personal) return PRIVATE;
  switch (policy.kind) {
    case 'none':
      return PRIVATE;
    case 'shared': {
      const [shortest, longest] = policy.seconds;
      const seconds = Math.round(shortest + random() * (longest - shortest));
      return `public, max-age=0, s-maxage=${seconds}`;
    }
    case 'immutable':
      return 'public, max-age=31536000, immutable';
  }
}

/** The Cache-Control of every error, a 404 included: Hosting would keep one for ten minutes. */
export const ERROR_CACHE_CONTROL = PRIVATE;
