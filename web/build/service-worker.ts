import type { VitePWAOptions } from 'vite-plugin-pwa';
import { LISTS_CACHE } from '../src/api/caches.ts';

/** In the worker. */
declare const caches: {
  match(url: string, options: { ignoreSearch: boolean }): Promise<Response | undefined>;
};

/** How long to wait for the network before answering with what is saved. */
const networkTimeoutSeconds = 4;

/** Saves only what the server marks as publicly cacheable, so nothing that only an administrator may see. */
const onlyPublic = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.ok && /public/.test(response.headers.get('Cache-Control') ?? '') ? response : null,
};

/**
 * What the service worker saves, as options of Workbox's generateSW. Functions are copied into the worker as
 * text, so they use nothing from this file.
 */
export const serviceWorker: VitePWAOptions['workbox'] = {
  // The Chromium-based browsers load this icon with the manifest, before they offer to install.
  globPatterns: ['app.html', 'assets/*.{js,css,woff2}', 'icons/icon-192.png'],
  // What only works online, and letters that few facts have; offline, these have the fallback typeface.
  globIgnores: ['assets/{developers,search}-screen-*', 'assets/text-latin-ext-*'],
  clientsClaim: true,
  cleanupOutdatedCaches: true,
  navigateFallback: null,
  importScripts: ['worker-additions.js'],
  runtimeCaching: [
    {
      // Pages, not what other programs read, embedded pages, and what Firebase reserves.
      urlPattern: ({ request, url, sameOrigin }) =>
        sameOrigin &&
        request.mode === 'navigate' &&
        !/^\/(?:(?:api|compat|data|embed|feed|__)\/|\w+\.(?:xml|json|txt))/.test(url.pathname),
      handler: 'NetworkFirst',
      options: {
        networkTimeoutSeconds,
        plugins: [
          {
            // Pages name scripts that the next version removes. The saved shell draws any screen.
            cacheWillUpdate: async () => null,
            cachedResponseWillBeUsed: async () => caches.match('/app.html', { ignoreSearch: true }),
            fetchDidSucceed: async ({ response }) => {
              if (response.status < 500) return response;
              throw new Error(`No page, but ${response.status}`);
            },
          },
        ],
      },
    },
    {
      urlPattern: ({ request, url, sameOrigin }) =>
        sameOrigin &&
        /^\/api\/v1\/jokes(?!\/random|\/search)/.test(url.pathname) &&
        !request.headers.has('Authorization'),
      handler: 'NetworkFirst',
      options: {
        cacheName: LISTS_CACHE,
        networkTimeoutSeconds,
        // Saved responses were all requested without a cookie or bearer.
        matchOptions: { ignoreVary: true },
        // A hundred pages of 20 jokes are about a megabyte.
        expiration: { maxEntries: 200, purgeOnQuotaError: true },
        plugins: [
          {
            // A failing server, or the login page of a network, is no answer.
            fetchDidSucceed: async ({ response }) => {
              const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
              if (response.status < 500 && isJson) return response;
              throw new Error(`No answer, but ${response.status}`);
            },
          },
          onlyPublic,
        ],
      },
    },
    {
      urlPattern: ({ url, sameOrigin }) =>
        sameOrigin && url.pathname.startsWith('/api/v1/images/files/'),
      handler: 'CacheFirst',
      options: {
        cacheName: 'facts-images-2',
        // The file name identifies the content; a timestamp in the query does not.
        matchOptions: { ignoreSearch: true, ignoreVary: true },
        // About nine megabytes at 45 KB each.
        expiration: { maxEntries: 200, purgeOnQuotaError: true },
        plugins: [onlyPublic],
      },
    },
  ],
};
