import type { ErrorRequestHandler } from 'express';
import { PRODUCT_NAME, type ApiError } from '../contract/index.ts';
import type { Log } from '../logging/log.ts';
import { startErrorResponse, sendError, prepareError } from './error-handler.ts';
import { logFailure, requestId } from './request-log.ts';

/**
 * A plain page that needs no other file.
 * @param text HTML
 */
function plainPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} | ${PRODUCT_NAME}</title>
  </head>
  <body>
    <h1>${title}</h1>
    ${text}
    <p><a href="/">${PRODUCT_NAME}</a></p>
  </body>
</html>
`;
}

/** @param reference the request's id in the log: letters, digits and hyphens */
function plainPageOf(error: ApiError, reference: string): string {
  if (error.status >= 500) {
    return plainPage(
      'This page can’t be shown right now',
      `<p>Please try again in a minute.</p>
    <p><a href="">Try again</a></p>
    <p><small>Reference: ${reference}</small></p>`,
    );
  }
  return plainPage(
    'There is no such page',
    '<p>The address may be misspelled, or the fact is gone.</p>',
  );
}

/**
 * Responds to any error of a page with a page.
 * @param notFoundPage the site's 404 page as HTML
 */
export function handlePageErrors(
  notFoundPage: () => Promise<string>,
  log: Log,
): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return async (thrown: unknown, request, response, _next) => {
    const error = prepareError(log, request, response, thrown);
    if (!error) return;
    const page = error.code === 'not_found' ? notFoundPage() : undefined;
    const text = await page?.catch((missing: unknown) => {
      logFailure(log, request, response, missing);
    });
    startErrorResponse(response, error);
    await sendError(request, response, 'html', text ?? plainPageOf(error, requestId(response)));
  };
}
