import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ApiError,
  endpoints,
  type ReadForPage,
  type RenderedPage,
  type Renderer,
  type RenderPage,
} from '../../contract/index.ts';
import { visitor } from '../../identity.ts';
import { onFirstUse } from '../../platform/concurrency/on-first-use.ts';
import type { DailyService } from '../jokes/daily.service.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import type { Searcher } from '../jokes/visitor-searches.ts';

/** Loads the renderer from the build of `web`. */
export type LoadRenderer = () => Promise<RenderPage>;

/** @param folder what `npm run build` has written: the renderer */
export function rendererIn(folder: string): LoadRenderer {
  return async () => {
    const file = join(folder, 'render.js');
    try {
      const { renderPage }: Renderer = await import(pathToFileURL(file).href);
      return renderPage;
    } catch (error) {
      throw new ApiError('unavailable', 'This page is not available.', {
        retryAfter: 60,
        cause: new Error(`Couldn’t load ${file}. Has the site been built?`, { cause: error }),
      });
    }
  };
}

interface Dependencies {
  jokes: JokeService;
  daily: DailyService;
  /** called when the first page is requested, and again after a failure */
  loadRenderer: LoadRenderer;
  /** the site's, such as `https://facts.example` */
  origin: string;
}

/** Reads for pages as the API's own calls do, for a visitor. */
function reader({ jokes, daily }: Dependencies, searcher: Searcher): ReadForPage {
  return async (name, url) => {
    const [path = '', search] = url.split('?');
    const query = Object.fromEntries(new URLSearchParams(search));
    const { listJokes, listDailyJokes, listTopJokes, listNewestJokes } = endpoints;
    const { getRandomJoke, searchJokes, getJoke } = endpoints;
    const load = {
      listJokes: () => jokes.list(visitor, listJokes.query.parse(query), searcher),
      listDailyJokes: () => daily.present(listDailyJokes.query.parse(query).limit),
      listTopJokes: () => {
        const { limit, period } = listTopJokes.query.parse(query);
        return jokes.top(limit, period);
      },
      listNewestJokes: () => jokes.newest(listNewestJokes.query.parse(query).limit),
      searchJokes: () => jokes.search(searchJokes.query.parse(query), searcher),
      getRandomJoke: () => jokes.random(getRandomJoke.query.parse(query)),
      getJoke: () => jokes.single(getJoke.params.parse({ id: path.split('/').at(-1) }).id),
    };
    return endpoints[name].output.parse(await load[name]());
  };
}

export type ScreenService = ReturnType<typeof createScreens>;

/** Renders screens for visitors. */
export function createScreens(dependencies: Dependencies) {
  const { loadRenderer, origin } = dependencies;
  const renderer = onFirstUse(loadRenderer);
  /**
   * @param url path and query
   * @throws ApiError unavailable when the site has not been built
   */
  return async (url: string, searcher: Searcher): Promise<RenderedPage> => {
    const renderPage = await renderer();
    return renderPage({ url, origin, read: reader(dependencies, searcher) });
  };
}
