import { ApiError, type factScreens } from '../contract/index.ts';
import type { PageHandlers } from '../http/bind-pages.ts';
import type { Searcher } from '../jokes/visitor-searches.ts';
import type { FactsFile } from './facts-file.service.ts';
import type { ScreenService } from './screens.service.ts';
import type { Sitemap } from './sitemap.service.ts';

type Names = keyof typeof factScreens | 'embed' | 'sitemap' | 'factsFile';

interface Dependencies {
  screens: ScreenService;
  sitemap: Sitemap;
  factsFile: FactsFile;
}

export function pageRoutes({ screens, sitemap, factsFile }: Dependencies): PageHandlers<Names> {
  const screen = async ({ url, ...searcher }: { url: string } & Searcher) => {
    const { html, found, failure, redirect } = await screens(url, searcher);
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
    factsFile: async () => ({ type: 'application/gzip', text: await factsFile() }),
  };
}
