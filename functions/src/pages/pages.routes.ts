import { ApiError } from '../contract/index.ts';
import type { PageHandlers } from '../http/bind-pages.ts';
import type { DailyService } from '../jokes/daily.service.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import type { Caller } from '../platform/identity.ts';
import type { FactsFile } from './facts-file.service.ts';
import type { Feeds } from './feeds.service.ts';
import type { ScreenService } from './screens.service.ts';
import type { Sitemap } from './sitemap.service.ts';
import { textRoutes } from './text.routes.ts';

interface Dependencies {
  jokes: JokeService;
  daily: DailyService;
  sitemap: Sitemap;
  factsFile: FactsFile;
  feeds: Feeds;
}

/** Everything that the function answers outside the API. */
export function pageRoutes(services: Dependencies, screens: ScreenService): PageHandlers {
  const { sitemap, factsFile, feeds } = services;
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
    ...textRoutes(services),
    factsFile: async () => ({ type: 'application/gzip', text: await factsFile() }),
  };
}
