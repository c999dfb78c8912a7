import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ApiError,
  endpoints,
  type CreateRenderer,
  type PageData,
  type RenderedPage,
  type RenderPage,
} from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import { visitor } from '../../identity.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import type { Searcher } from '../jokes/visitor-searches.ts';

/** Loads the renderer from the build of `web`. */
export type LoadRenderer = () => Promise<RenderPage>;

/** @param folder what `npm run build` has written: the renderer and its template */
export function rendererIn(folder: string): LoadRenderer {
  return async () => {
    const file = join(folder, 'render.js');
    try {
      const template = await readFile(join(folder, 'template.html'), 'utf8');
      const module: { createRenderer: CreateRenderer } = await import(pathToFileURL(file).href);
      return module.createRenderer(template);
    } catch (error) {
      throw new ApiError('unavailable', 'This page is not available.', {
        retryAfter: 60,
        cause: new Error(`Couldn’t load ${file}. Has the site been built?`, { cause: error }),
      });
    }
  };
}

/** The data of the pages: what the API responds to a visitor. */
function pageData(jokes: JokeService, searcher: Searcher): PageData {
  const { homePageSize: per_page } = limits;
  const all = { status: 'active', sortBy: 'date_desc', search: '' } as const;
  const list = { ...all, per_page };
  const { listJokes, searchJokes, getRandomJoke, getJoke } = endpoints;
  return {
    page: async (page) =>
      listJokes.output.parse(await jokes.list(visitor, { ...list, page }, searcher)),
    top: async () => listJokes.output.parse(await jokes.top(limits.topSize)),
    newest: async () => listJokes.output.parse(await jokes.newest(limits.newestSize)),
    search: async (q, page) =>
      searchJokes.output.parse(await jokes.search({ q, page, per_page }, searcher)),
    random: async () => getRandomJoke.output.parse(await jokes.random()),
    joke: async (id) => getJoke.output.parse(await jokes.single(id)),
  };
}

export type ScreenService = ReturnType<typeof createScreens>;

/**
 * Renders screens for visitors.
 * @param loadRenderer called when the first page is requested, and again after a failure
 * @param origin the site's origin, such as `https://facts.example`
 */
export function createScreens(jokes: JokeService, loadRenderer: LoadRenderer, origin: string) {
  let loading: Promise<RenderPage> | undefined;
  /**
   * @param url path and query
   * @throws ApiError unavailable when the site has not been built
   */
  return async (url: string, searcher: Searcher): Promise<RenderedPage> => {
    loading ??= loadRenderer();
    loading.catch(() => (loading = undefined));
    const renderPage = await loading;
    return renderPage({ url, origin, data: pageData(jokes, searcher) });
  };
}
