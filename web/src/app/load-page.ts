import {
  factScreens,
  type PageEndpoint,
  type ReadForPage,
  type RenderedPage,
  type ScreenEndpoint,
} from 'functions/contract';
import { isTag, normalizeQuery, type HIGHEST_RATED, type Tag } from 'functions/domain';
import { matchRoutes } from 'react-router-dom';
import { hasCode } from '../api/failure.ts';
import type { PageAnswer } from '../api/page-answers.ts';
import { pageNumberOf, pageQuery, sortOf } from '../ui/page-numbers.ts';
import {
  FEWEST_OF_WEEK,
  lastHomePage,
  lastTopPage,
  RANDOM_AHEAD,
  topUrl,
} from '../facts/joke-queries.ts';
import { isSearchable, jokeIdOf, jokeUrls } from '../paths.ts';
import { ROUTES } from './routes.tsx';

/** A page before it is rendered. */
interface LoadedPage extends Omit<RenderedPage, 'html'> {
  answers: readonly PageAnswer[];
}

/** The parameters of a URL; the query is normalized. */
type Wanted = Readonly<{
  page: number;
  period: string | null;
  query: string;
  jokeId: number | undefined;
  tag: Tag | undefined;
  sort: typeof HIGHEST_RATED | undefined;
}>;

/** The URL of a screen's data, by its route's endpoint; undefined if it needs none. */
const DATA: Readonly<Record<ScreenEndpoint, (wanted: Wanted) => string | undefined>> = {
  listJokes: ({ page, tag, sort }) => jokeUrls.page(page, tag, tag && sort),
  listTopJokes: ({ period }) => topUrl(period),
  listDailyJokes: () => jokeUrls.daily,
  listNewestJokes: () => jokeUrls.newest,
  searchJokes: ({ query, page, sort }) =>
    isSearchable(query) ? jokeUrls.search(query, page, sort) : undefined,
  getRandomJoke: () => jokeUrls.random(),
  getJoke: ({ jokeId }) => (jokeId === undefined ? undefined : jokeUrls.joke(jokeId)),
};

const dataRoutes: Readonly<Record<string, { endpoint: ScreenEndpoint }>> = factScreens;

/** Whether a list has a page. */
function hasPage(
  name: ScreenEndpoint,
  body: Awaited<ReturnType<ReadForPage>>,
  page: number,
): boolean {
  if (!('pages' in body)) return true;
  if (name === 'listJokes') return page <= lastHomePage(body);
  return name !== 'listTopJokes' || page <= lastTopPage(body);
}

/** The fact above the home screen's list. The page does without it after a failure. */
async function loadToday(read: ReadForPage): Promise<PageAnswer> {
  const [name, url] = ['listDailyJokes', jokeUrls.today] as const;
  return { name, url, body: await read(name, url).catch(() => undefined) };
}

/** What the page's script asks for if the page does not carry it. */
async function loadIfPossible(
  read: ReadForPage,
  name: PageEndpoint,
  url: string,
): Promise<PageAnswer[]> {
  const body = await read(name, url).catch(() => undefined);
  return body === undefined ? [] : [{ name, url, body }];
}

/** The jokes that Random shows after the first one. The page does without those that fail or repeat others. */
async function loadAhead(read: ReadForPage, first: number): Promise<PageAnswer[]> {
  const name = 'getRandomJoke';
  const answers: PageAnswer[] = [];
  const drawn = [first];
  for (let more = RANDOM_AHEAD; more > 0; more -= 1) {
    const url = jokeUrls.random(drawn);
    const body = await read(name, url).catch(() => undefined);
    if (body === undefined || !('joke_id' in body) || drawn.includes(body.joke_id)) break;
    drawn.push(body.joke_id);
    answers.push({ name, url, body });
  }
  return answers;
}

/** Loads the data of the page at a URL. */
export async function loadPage(
  { pathname, searchParams }: URL,
  read: ReadForPage,
): Promise<LoadedPage> {
  const [match] = matchRoutes(ROUTES, pathname) ?? [];
  const id = match?.route.id;
  if (id === undefined) return { answers: [], found: false };
  const page = pageNumberOf(searchParams);
  const isPaged = ['home', 'top', 'tag'].includes(id);
  if (isPaged && searchParams.has('page') && page === 1) {
    return { answers: [], found: true, redirect: pathname + pageQuery(searchParams, 1) };
  }
  const name = dataRoutes[id]?.endpoint;
  if (name === undefined) return { answers: [], found: true };
  const tag = match?.params['tag'];
  if (tag !== undefined && !isTag(tag)) return { answers: [], found: false };
  const query = normalizeQuery(searchParams.get('q') ?? '');
  const period = searchParams.get('period');
  const sort = sortOf(searchParams);
  const url = DATA[name]({ page, tag, sort, period, query, jokeId: jokeIdOf(match?.params['id']) });
  if (url === undefined) return { answers: [], found: name !== 'getJoke' };
  const today = id === 'home' && page === 1 ? loadToday(read) : undefined;
  try {
    const body = await read(name, url);
    const answers: PageAnswer[] = [{ name, url, body }];
    if (today) answers.push(await today);
    if (name === 'getJoke' && 'joke_id' in body) {
      const related = jokeUrls.related(body.joke_id);
      answers.push(...(await loadIfPossible(read, 'getRelatedJokes', related)));
    }
    if (url === jokeUrls.topOfWeek && 'total' in body && body.total < FEWEST_OF_WEEK) {
      answers.push(...(await loadIfPossible(read, name, jokeUrls.top)));
    }
    if (id === 'random' && 'joke_id' in body)
      answers.push(...(await loadAhead(read, body.joke_id)));
    return { answers, found: hasPage(name, body, page) };
  } catch (failure) {
    if (hasCode(failure, 'not_found')) {
      const missing = name === 'getJoke' ? { missing: failure.message } : { body: null };
      return { answers: [{ name, url, ...missing }], found: name !== 'getJoke' };
    }
    const isRefused = hasCode(failure, 'too_many_requests');
    const wait = isRefused && { retryAfter: failure.retryAfter ?? 0 };
    return { answers: [{ name, url, ...wait }], found: true, failure };
  }
}
