import {
  jokeUrls,
  type ApiError,
  type CreateRenderer,
  type EndpointName,
  type ErrorCode,
  type PageData,
  type PageRequest,
} from 'functions/contract';
import { isSearchable, normalizeQuery } from 'functions/domain';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { matchPath, StaticRouter } from 'react-router-dom';
import { PAGE_ANSWERS_ID, type PageAnswer } from './api/page-answers.ts';
import { App } from './app/app.tsx';
import { scriptJson } from './components/head.tsx';
import { pageNumberOf } from './components/page-numbers.ts';
import { RenderReport } from './components/screen.tsx';
import { jokeIdOf, paths } from './paths.ts';

/** The first element of every page; before it, React renders what belongs into the head. */
const FIRST_ELEMENT = '<a class="skip-link"';

/** A query of a page: the answer's name and URL, and how to load it. */
interface PageQuery extends Pick<PageAnswer, 'url'> {
  name: EndpointName;
  load: () => Promise<unknown>;
}

/** What the screen at a URL queries. */
function queryOf({ pathname, searchParams }: URL, data: PageData): PageQuery | undefined {
  const page = pageNumberOf(searchParams);
  const query = normalizeQuery(searchParams.get('q') ?? '');
  const jokeId = jokeIdOf(matchPath(paths.joke, pathname)?.params.id);
  switch (pathname) {
    case paths.home:
      return { name: 'listJokes', url: jokeUrls.page(page), load: () => data.page(page) };
    case paths.top:
      return { name: 'listTopJokes', url: jokeUrls.top, load: data.top };
    case paths.newest:
      return { name: 'listNewestJokes', url: jokeUrls.newest, load: data.newest };
    case paths.search:
      if (!isSearchable(query)) return undefined;
      return {
        name: 'searchJokes',
        url: jokeUrls.search(query, page),
        load: () => data.search(query, page),
      };
    case paths.random:
      return { name: 'getRandomJoke', url: jokeUrls.random, load: data.random };
    default:
      if (jokeId === undefined) return undefined;
      return { name: 'getJoke', url: jokeUrls.joke(jokeId), load: () => data.joke(jokeId) };
  }
}

function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  // Not by its class: the function's own copy of it threw the error.
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The query's answer and, if loading failed, why. */
async function answer({ name, url, load }: PageQuery): Promise<[PageAnswer, failure?: unknown]> {
  try {
    return [{ name, url, body: await load() }];
  } catch (error) {
    if (hasCode(error, 'not_found')) return [{ name, url, body: null }];
    if (!hasCode(error, 'too_many_requests')) return [{ name, url }, error];
    return [{ name, url, retryAfter: error.retryAfter ?? 0 }, error];
  }
}

/** The first page's URL for any other of its URLs, such as one whose `page` is not a number. */
function redirectOf({ pathname, searchParams }: URL): string | undefined {
  const isPaged = pathname === paths.home || pathname === paths.top;
  const isFirst = searchParams.has('page') && pageNumberOf(searchParams) === 1;
  return isPaged && isFirst ? pathname : undefined;
}

/** @throws what a component throws */
async function markupOf(url: URL, origin: string, answers: readonly PageAnswer[]) {
  const report = { found: true };
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <RenderReport value={report}>
      <StrictMode>
        <StaticRouter location={url.pathname + url.search}>
          <App answers={answers} origin={origin} />
        </StaticRouter>
      </StrictMode>
    </RenderReport>,
    // React would move late parts into place with inline scripts, which the policy forbids.
    { progressiveChunkSize: Infinity, onError: (error) => void errors.push(error) },
  );
  if (errors.length > 0) throw errors[0];
  const markup = await new Response(prelude).text();
  const start = markup.indexOf(FIRST_ELEMENT);
  return { head: markup.slice(0, start), body: markup.slice(start), ...report };
}

/**
 * Creates the renderer of all pages, for the function and for the build.
 * @param template the built index.html
 */
export const createRenderer: CreateRenderer = (template) => async (request: PageRequest) => {
  const { origin, data } = request;
  const url = new URL(request.url.replace(/^\/+/, '/'), origin);
  url.pathname = url.pathname.replace(/(?<=.)\/$/, '');
  const redirect = redirectOf(url);
  if (redirect !== undefined) return { html: '', found: true, redirect };
  const query = queryOf(url, data);
  const [answered, failure] = query ? await answer(query) : [];
  const answers = answered ? [answered] : [];
  const { head, body, found } = await markupOf(url, origin, answers);
  const carried = `<script type="application/json" id="${PAGE_ANSWERS_ID}">${scriptJson(answers)}</script>`;
  const html = template
    .replace(/<title>.*<\/title>/, () => head)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>\n    ${carried}`);
  return { html, found, failure };
};
