import type { RouteHandlerCallbackOptions } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';
import { IMAGE_WIDTHS, imageAddress } from '../../functions/src/contract/images.ts';
import { API_BASE_PATH } from '../../functions/src/contract/product.ts';
import { isAdminPath } from '../src/offline/admin-paths.ts';
import { CACHES } from '../src/offline/caches.ts';
import { onlyPublic } from './only-public.ts';

/** About nine megabytes at 45 KB each. */
const MOST_PICTURES = 200;

const pictures = new CacheFirst({
  cacheName: CACHES.pictures,
  matchOptions: { ignoreVary: true },
  plugins: [
    // A file's name says what it holds; times and signatures behind it do not.
    {
      cacheKeyWillBeUsed: ({ request }) => Promise.resolve(request.url.replace(/\?.*/, '')),
    },
    // An image with a signature is for an administrator alone.
    onlyPublic,
    new ExpirationPlugin({ maxEntries: MOST_PICTURES, purgeOnQuotaError: true }),
  ],
});

/** Whether an address is a fact's picture. */
export function isPicture(url: URL): boolean {
  return (
    url.origin === self.location.origin && url.pathname.startsWith(`${API_BASE_PATH}/images/files/`)
  );
}

/** Whether a visitors' screen asks. An administrator's may show what is not approved. */
export function isShownToVisitors({ referrer }: Request): boolean {
  return URL.canParse(referrer) && !isAdminPath(new URL(referrer).pathname);
}

/** The same picture in another width. */
async function otherWidth(address: string): Promise<Response | undefined> {
  for (const width of IMAGE_WIDTHS.toReversed()) {
    const options = { cacheName: CACHES.pictures, ignoreSearch: true, ignoreVary: true };
    const saved = await caches.match(imageAddress(address, width), options);
    if (saved) return saved;
  }
  return undefined;
}

/** Answers with the picture that is saved; with the network's, which is then saved. */
export async function answerPicture(options: RouteHandlerCallbackOptions): Promise<Response> {
  try {
    return await pictures.handle(options);
  } catch (error) {
    const saved = await otherWidth(options.request.url);
    if (saved) return saved;
    throw error;
  }
}

/** Saves the picture that a request asks for. What cannot be had now is left out. */
export async function savePicture(request: Request, event: ExtendableEvent): Promise<void> {
  await Promise.allSettled(pictures.handleAll({ request, event }));
}
