import { ApiError } from '../contract/index.ts';
import type { PageHandlers } from '../http/bind-pages.ts';
import type { Caller } from '../platform/identity.ts';
import type { FactsFile } from './facts-file.service.ts';
import type { Feeds } from './feeds.service.ts';
import type { ScreenService } from './screens.service.ts';
import type { Sitemap } from './sitemap.service.ts';

/** Everything that the function answers outside the API. */
export function pageRoutes(
  { sitemap, factsFile, feeds }: { sitemap: Sitemap; factsFile: FactsFile; feeds: Feeds },
  screens: ScreenService,
): PageHandlers {
  const screen = async ({ url, caller }: { url: string; caller: Caller }) => {
    const { html, found, failure, redirect } = await screens(url, caller);
    const error = found ? failure : new ApiError('not_found', 'There is no such page.');
    return { type: 'html', text: html, error, redirect } as const;
  };
  return {
    home: screen,
    top: screen,
    newest: screen,
    random: screen,
    search: screen,
    tag: screen,
    joke: screen,
    daily: screen,
    embed: screen,
    sitemap: async () => ({ type: 'xml', text: await sitemap() }),
    ...feeds,
    factsFile: async () => ({ type: 'application/gzip', text: await factsFile() }),
  };
}
