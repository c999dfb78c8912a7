import { matchPrecache } from 'workbox-precaching';
import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core';

/** Addresses that are not the site's: the function, and what Firebase reserves. */
const NOT_OURS = /^\/(?:api|__)\//;

/** Whether a page of the site is opened. */
export function isNavigation({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean {
  return sameOrigin && request.mode === 'navigate' && !NOT_OURS.test(url.pathname);
}

/** Saved pages that can draw the screen at an address, the fittest first. */
function shellsOf(pathname: string): string[] {
  return [...(pathname.startsWith('/fact/') ? ['/fact'] : []), '/app', '/'];
}

/**
 * Answers with what the network says; without one with a file that draws the screen. Pages that are
 * files of the site have been answered before, from the precache.
 */
export async function answerNavigation({
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
