import { Router, type Request, type Response } from 'express';
import { ApiError, limits } from '../contract/index.ts';
import { withDeadline } from '../concurrency/deadline.ts';
import type { Log } from '../logging/log.ts';
import { pages, type PageHandlers, type PageName } from './pages.ts';
import { refuseUnknownPath } from './error-handler.ts';
import { handlePageErrors } from './page-errors.ts';
import { addLogFields } from './request-log.ts';
import type { ResponseCache } from './response-cache.ts';
import { expressPath, refuseMethod } from './routing.ts';

interface Options {
  /** The site's 404 page as HTML. */
  notFoundPage: () => Promise<string>;
  log: Log;
  responseCache: ResponseCache;
}

/** A router with every page of the table. Its errors are pages too. */
export function bindPages(handlers: PageHandlers, options: Options): Router {
  const { notFoundPage, log, responseCache } = options;
  const router = Router({ caseSensitive: true });

  async function respond(name: PageName, request: Request, response: Response): Promise<void> {
    addLogFields(response, { operation: name });
    const version = responseCache.version();
    const { type, text } = await withDeadline(
      handlers[name]({ params: request.params, query: request.query }),
      limits.requestTimeoutSeconds * 1_000,
      () => new ApiError('unavailable', 'This took too long.', { retryAfter: 10 }),
    );
    const { cache } = pages[name];
    await responseCache.send(request, response, { operation: name, cache, type, text, version });
  }

  for (const name of pageNames()) {
    router
      .route(expressPath(pages[name].path))
      .get((request, response) => respond(name, request, response))
      .all(refuseMethod(['GET']));
  }
  // Hosting sends every path below /fact here, and visitors must see a page, not JSON.
  router.use('/fact', refuseUnknownPath);
  router.use(handlePageErrors(notFoundPage, log));
  return router;
}

/** The names of all pages, in the order of the table. */
function pageNames(): PageName[] {
  return Object.keys(pages).filter((name): name is PageName => name in pages);
}
