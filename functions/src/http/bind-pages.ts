import { Router, type Request, type Response } from 'express';
import { ApiError, limits } from '../contract/index.ts';
import { withDeadline } from '../concurrency/deadline.ts';
import type { Log } from '../logging/log.ts';
import { pages, type PageHandlers, type PageName } from './pages.ts';
import { refuseUnknownPath } from './error-handler.ts';
import { expressPath } from './express-path.ts';
import { handlePageErrors } from './page-errors.ts';
import { refuseMethod } from './refuse-method.ts';
import { noteInLog } from './request-log.ts';
import type { SharedAnswers } from './shared-answers.ts';

interface Surroundings {
  /** The site's own page for an address that does not exist, as HTML. */
  notFoundPage: () => Promise<string>;
  log: Log;
  shared: SharedAnswers;
}

/** A router with every page of the table. Its errors are pages too. */
export function bindPages(handlers: PageHandlers, surroundings: Surroundings): Router {
  const { notFoundPage, log, shared } = surroundings;
  const router = Router({ caseSensitive: true });

  async function respond(name: PageName, request: Request, response: Response): Promise<void> {
    noteInLog(response, { operation: name });
    const edition = shared.edition();
    const { type, text } = await withDeadline(
      handlers[name]({ params: request.params, query: request.query }),
      limits.requestTimeoutSeconds * 1_000,
      () => new ApiError('unavailable', 'This took too long.', { retryAfter: 10 }),
    );
    const { cache } = pages[name];
    await shared.send(request, response, { operation: name, cache, type, text, edition });
  }

  for (const name of pageNames()) {
    router
      .route(expressPath(pages[name].path))
      .get((request, response) => respond(name, request, response))
      .all(refuseMethod(['GET']));
  }
  // Hosting sends everything below here, and a visitor is to see a page.
  router.use('/fact', refuseUnknownPath);
  router.use(handlePageErrors(notFoundPage, log));
  return router;
}

/** The names of all pages, in the order of the table. */
export function pageNames(): PageName[] {
  return Object.keys(pages).filter((name): name is PageName => name in pages);
}
