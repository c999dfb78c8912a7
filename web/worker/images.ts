import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';
import { IMAGE_WIDTHS, imageUrlOfWidth } from '../../functions/src/contract/images.ts';
import { API_BASE_PATH } from '../../functions/src/contract/product.ts';
import { isAdminPath } from '../src/paths.ts';
import { CACHES } from '../src/api/caches.ts';
import { onlyPublic } from './lists.ts';

/** About nine megabytes at 45 KB each. */
const MAX_IMAGES = 200;

/** Whether a URL is a joke's image. */
export function isJokeImage(url: URL): boolean {
  return (
    url.origin === self.location.origin && url.pathname.startsWith(`${API_BASE_PATH}/images/files/`)
  );
}

/** Whether the request comes from a public screen. Admin screens may show images of jokes that are not approved. */
export function isShownToVisitors({ referrer }: Request): boolean {
  return URL.canParse(referrer) && !isAdminPath(new URL(referrer).pathname);
}

/** The saved image in another width. */
async function otherWidth({ url }: Request): Promise<Response | undefined> {
  for (const width of IMAGE_WIDTHS.toReversed()) {
    const options = { cacheName: CACHES.images, ignoreSearch: true, ignoreVary: true };
    const saved = await caches.match(imageUrlOfWidth(url, width), options);
    if (saved) return saved;
  }
  return undefined;
}

/** Responds with the saved image, or loads and saves it. */
export const images = new CacheFirst({
  cacheName: CACHES.images,
  matchOptions: { ignoreVary: true },
  plugins: [
    // The file name identifies the content; a timestamp or signature in the query does not.
    {
      cacheKeyWillBeUsed: ({ request }) => Promise.resolve(request.url.replace(/\?.*/, '')),
      handlerDidError: ({ request }) => otherWidth(request),
    },
    // An image with a signature is only for an administrator.
    onlyPublic,
    new ExpirationPlugin({ maxEntries: MAX_IMAGES, purgeOnQuotaError: true }),
  ],
});
