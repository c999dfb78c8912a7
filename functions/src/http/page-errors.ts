import type { ErrorRequestHandler } from 'express';
import { PRODUCT_NAME, type ApiError } from '../contract/index.ts';
import type { Log } from '../logging/log.ts';
import { beginError, sendError, takeError } from './error-handler.ts';
import { logFailure, requestId } from './request-log.ts';

/**
 * A page in plain words, which needs nothing that could be missing.
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

/** @param reference where the log has the request, letters, digits and hyphens */
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
    '<p>The address may be misspelt, or the fact is gone.</p>',
  );
}

/**
 * Answers any error of a page with a page.
 * @param notFoundPage the site's own page for an address that does not exist, as HTML
 */
export function handlePageErrors(
  notFoundPage: () => Promise<string>,
  log: Log,
): ErrorRequestHandler {
  // Express takes only a function of four parameters for an error handler.
  return async (thrown: unknown, request, response, _next) => {
    const error = takeError(log, request, response, thrown);
    if (!error) return;
    const page = error.code === 'not_found' ? notFoundPage() : undefined;
    const text = await page?.catch((missing: unknown) => {
      logFailure(log, request, response, missing);
    });
    beginError(response, error);
    await sendError(request, response, 'html', text ?? plainPageOf(error, requestId(response)));
  };
}
