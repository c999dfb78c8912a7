import * as z from 'zod/mini';
import { ApiError, jokeIdText } from '../../contract/index.ts';
import type { PageHandlers } from '../../http/bind-pages.ts';
import type { Searcher } from '../jokes/visitor-searches.ts';
import type { ScreenService } from './screens.service.ts';
import type { Sitemap } from './sitemap.service.ts';

/** Unknown parameters are ignored, because links often have some. */
const sitemapQuery = z.object({ part: z.optional(jokeIdText) });

type Names = 'home' | 'top' | 'newest' | 'random' | 'search' | 'joke' | 'daily' | 'sitemap';

export function pageRoutes(services: {
  screens: ScreenService;
  sitemap: Sitemap;
}): PageHandlers<Names> {
  const { screens, sitemap } = services;
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
    joke: screen,
    daily: screen,
    async sitemap({ query }) {
      const parsed = sitemapQuery.safeParse(query);
      if (!parsed.success) throw new ApiError('not_found', 'There is no such part.');
      return { type: 'xml', text: await sitemap(parsed.data.part) };
    },
  };
}
