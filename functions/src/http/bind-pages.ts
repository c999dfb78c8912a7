import { Router, type Request, type Response } from 'express';
import {
  aMinute,
  canonicalPath,
  pages,
  PRODUCT_NAME,
  type ApiError,
  type PageName,
  type Route,
} from '../contract/index.ts';
import type { Caller } from '../platform/identity.ts';
import type { Tools } from '../platform/tools.ts';
import type { Answer } from './answer.ts';
import { respondToErrors } from './error-handler.ts';
import { logFailure, requestId } from './request-log.ts';
import { cacheControl } from './response-cache.ts';
import { expressPath, namesOf, refuseMethod, refuseUnknownPath } from './routing.ts';

interface PageResponse {
  /** a media type or its short name, such as `html` */
  type: string;
  text: string | Buffer;
  /** Set if the page is the response to a failure: its `text` is sent with the error's status. */
  error?: unknown;
  /** the URL to redirect to instead */
  redirect?: string | undefined;
}

/** Each renders a page for a request, or throws an ApiError; a missing one does not compile. */
export type PageHandlers = Record<
  PageName,
  (
    request: Pick<Request, 'params' | 'query'> & {
      /** path and query, as `pageUrl` returns them */
      url: string;
      caller: Caller;
    },
  ) => Promise<PageResponse>
>;

interface Options extends Pick<Tools, 'log'> {
  answer: Answer;
  /** Renders the site's own page for an error at a path as HTML; undefined if it has none. */
  errorPage: (error: ApiError, path: string) => Promise<string | undefined>;
}

const TITLE = 'This page can’t be shown right now';

/**
 * A plain page for an error, which needs no other file.
 * @param reference the request's id in the log: letters, digits and hyphens
 */
function plainPage(reference: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${TITLE} | ${PRODUCT_NAME}</title>
  </head>
  <body>
    <h1>${TITLE}</h1>
    <p>Please try again in a minute. <a href="">Try again</a> <small>Reference: ${reference}</small></p>
    <p><a href="/">${PRODUCT_NAME}</a></p>
  </body>
</html>
`;
}

/**
 * A router with every page of the table, for all paths that nothing else has. Its errors are pages, too; where text was
 * asked for, a line of text.
 */
export function bindPages(handlers: PageHandlers, options: Options): Router {
  const { answer, log } = options;
  const router = Router({ caseSensitive: true });
  /** What to send for an error that a page itself shows. */
  const errorPages = new WeakMap<Response, string>();

  function respond(name: PageName, request: Request, response: Response): Promise<void> {
    const { cache }: Route = pages[name];
    return answer(request, response, name, async (caller) => {
      const { url, params, query } = request;
      const page = await handlers[name]({ url, params, query, caller });
      const { type, text, error, redirect } = page;
      if (redirect !== undefined) return { redirect, cache };
      if (error === undefined) return { type, text, cache, isRepeated: true };
      errorPages.set(response, text.toString());
      throw error;
    });
  }

  async function errorPage(error: ApiError, request: Request, response: Response): Promise<string> {
    if (request.path.endsWith('.txt')) {
      response.type('text');
      return `${error.message}\n`;
    }
    const rendered = errorPages.get(response);
    if (rendered !== undefined) return rendered;
    try {
      const page = await options.errorPage(error, request.path);
      if (page !== undefined) return page;
    } catch (missing) {
      logFailure(log, request, response, missing);
    }
    return plainPage(requestId(response));
  }

  router.use((request, response, next) => {
    const path = canonicalPath(request.path);
    if (path === request.path) return next();
    const [, query] = /^[^?]*(.*)$/.exec(request.originalUrl) ?? [];
    response.set('Cache-Control', cacheControl(aMinute));
    response.redirect(301, path + query);
  });
  for (const name of namesOf(pages)) {
    router
      .route(expressPath(pages[name].path))
      .get((request, response) => respond(name, request, response))
      .all(refuseMethod(['GET']));
  }
  router.use(refuseUnknownPath);
  router.use(respondToErrors(log, 'html', errorPage));
  return router;
}
