import type { EndpointOutput, PageEndpoint, ReadForPage, RenderedPage } from 'functions/contract';
import { hasCode } from '../api/failure.ts';
import type { PageAnswer } from '../api/page-answers.ts';
import type { JokeCall } from '../paths.ts';
import { pageNumberOf } from '../ui/page-numbers.ts';
import { loadScreen } from './routes.tsx';

/** A page before it is rendered. */
interface LoadedPage extends Pick<RenderedPage, 'failure' | 'redirect'> {
  answers: readonly PageAnswer[];
}

/** What a page carries in place of a response that could not be loaded. */
function withoutBody(name: PageEndpoint, failure: unknown): Omit<PageAnswer, 'name' | 'url'> {
  if (hasCode(failure, 'not_found')) {
    return name === 'getJoke' ? { missing: failure.message } : { body: null };
  }
  const isRefused = hasCode(failure, 'too_many_requests');
  return isRefused ? { retryAfter: failure.retryAfter ?? 0 } : {};
}

/** Loads the data of the page at a URL. */
export async function loadPage(url: URL, read: ReadForPage): Promise<LoadedPage> {
  const { params, loader } = await loadScreen(url.pathname);
  const { searchParams: search } = url;
  const answers: PageAnswer[] = [];
  if (!loader) return { answers };
  // The first page has no number.
  if (search.has('page') && pageNumberOf(search) === 1) {
    search.delete('page');
    return { answers, redirect: url.pathname + url.search };
  }

  function carry<N extends PageEndpoint>(call: JokeCall<N>): Promise<EndpointOutput<N>>;
  async function carry({ name, input, url }: JokeCall): Promise<unknown> {
    const body = await read(name, input);
    answers.push({ name, url, body });
    return body;
  }
  try {
    await loader({
      params,
      search,
      load: (call) =>
        carry(call).catch((failure: unknown) => {
          const { name, url } = call;
          answers.push({ name, url, ...withoutBody(name, failure) });
          throw failure;
        }),
      tryToLoad: (call) => carry(call).catch(() => undefined),
    });
    return { answers };
  } catch (failure) {
    return hasCode(failure, 'not_found') ? { answers } : { answers, failure };
  }
}
