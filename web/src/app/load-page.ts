import {
  factScreens,
  jokeUrls,
  type ApiError,
  type EndpointName,
  type EndpointOutput,
  type ErrorCode,
  type ReadForPage,
  type RenderedPage,
  type Route,
  type ScreenEndpoint,
} from 'functions/contract';
import { isSearchable, normalizeQuery } from 'functions/domain';
import { matchRoutes } from 'react-router-dom';
import type { PageAnswer } from '../api/page-answers.ts';
import { pageNumberOf } from '../components/page-numbers.ts';
import { lastHomePage, lastTopPage } from '../features/jokes/joke-queries.ts';
import { jokeIdOf, paths } from '../paths.ts';
import { ROUTES } from './routes.tsx';

/** What a URL asks a screen for. */
interface Wanted {
  page: number;
  /** normalized */
  query: string;
  jokeId: number | undefined;
}

/** Loads what a screen shows. Resolves to whether there is such a page. */
type Loader = (
  wanted: Wanted,
  /** null if there is no such joke */
  read: <Name extends ScreenEndpoint>(
    name: Name,
    url: string,
  ) => Promise<EndpointOutput<Name> | null>,
) => Promise<boolean>;

const LOADERS = {
  async listJokes({ page }, read) {
    const list = await read('listJokes', jokeUrls.page(page));
    return list !== null && page <= lastHomePage(list);
  },
  async listTopJokes({ page }, read) {
    const list = await read('listTopJokes', jokeUrls.top);
    return list !== null && page <= lastTopPage(list);
  },
  async listNewestJokes(_wanted, read) {
    return (await read('listNewestJokes', jokeUrls.newest)) !== null;
  },
  async searchJokes({ query, page }, read) {
    if (isSearchable(query)) await read('searchJokes', jokeUrls.search(query, page));
    return true;
  },
  async getRandomJoke(_wanted, read) {
    await read('getRandomJoke', jokeUrls.random);
    return true;
  },
  async getJoke({ jokeId }, read) {
    return jokeId !== undefined && (await read('getJoke', jokeUrls.joke(jokeId))) !== null;
  },
} satisfies Record<ScreenEndpoint, Loader>;

const loaders: Partial<Record<EndpointName, Loader>> = LOADERS;
const routes: Readonly<Record<string, Route>> = factScreens;

function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  // Not by its class: the function's own copy of it threw the error.
  return error instanceof Error && 'code' in error && error.code === code;
}

/** A page before it is rendered. */
interface LoadedPage extends Omit<RenderedPage, 'html'> {
  answers: readonly PageAnswer[];
}

/**
 * Loads the page at a URL: what its screen shows, by the endpoint that its route names, and whether there is
 * such a page or another one to go to instead.
 */
export async function loadPage(
  { pathname, searchParams }: URL,
  read: ReadForPage,
): Promise<LoadedPage> {
  const [match] = matchRoutes(ROUTES, pathname) ?? [];
  const id = match?.route.id;
  if (id === undefined) return { answers: [], found: false };
  const wanted = {
    page: pageNumberOf(searchParams),
    query: normalizeQuery(searchParams.get('q') ?? ''),
    jokeId: jokeIdOf(match?.params['id']),
  };
  const isPaged = pathname === paths.home || pathname === paths.top;
  if (isPaged && searchParams.has('page') && wanted.page === 1) {
    return { answers: [], found: true, redirect: pathname };
  }
  const endpoint = routes[id]?.endpoint;
  const load = endpoint && loaders[endpoint];
  if (!load) return { answers: [], found: true };
  const answers: PageAnswer[] = [];
  try {
    const found = await load(wanted, async (name, url) => {
      try {
        const body = await read(name, url);
        answers.push({ name, url, body });
        return body;
      } catch (error) {
        if (!hasCode(error, 'not_found')) {
          const isRefused = hasCode(error, 'too_many_requests');
          answers.push({ name, url, ...(isRefused && { retryAfter: error.retryAfter ?? 0 }) });
          throw error;
        }
        answers.push({ name, url, body: null });
        return null;
      }
    });
    return { answers, found };
  } catch (failure) {
    return { answers, found: true, failure };
  }
}
