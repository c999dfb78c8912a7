import { matchPrecache } from 'workbox-precaching';
import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core';

/** Paths that are not pages of the site: the API and those that Firebase reserves. */
const NOT_PAGES = /^\/(?:api|__)\//;

/** Whether a request opens a page of the site. */
export function isNavigation({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean {
  return sameOrigin && request.mode === 'navigate' && !NOT_PAGES.test(url.pathname);
}

/** Saved pages that can render the screen at a path, best match first. */
function shellsOf(pathname: string): string[] {
  return [...(pathname.startsWith('/fact/') ? ['/fact'] : []), '/app', '/'];
}

/**
 * Responds from the network or, offline, with a saved page that can render the screen. The
 * precache has already handled pages that are files of the site.
 */
export async function serveNavigation({
  request,
  url,
}: RouteHandlerCallbackOptions): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    for (const shell of shellsOf(url.pathname)) {
      const saved = await matchPrecache(shell);
      if (saved) return saved;
    }
    return Response.error();
  }
}
