import { Router, type Request, type Response } from 'express';
import { aMinute, ApiError } from '../contract/index.ts';
import type { Networks } from '../platform/quota.ts';
import type { Tools } from '../platform/tools.ts';
import { clientNetwork } from './client-network.ts';
import { respondToErrors } from './error-handler.ts';
import { addLogFields } from './request-log.ts';
import type { ResponseCache } from './response-cache.ts';
import {
  answerPreflight,
  expressPath,
  inTime,
  refuseMethod,
  refuseUnknownPath,
  shareWithAnyOrigin,
} from './routing.ts';

/** Answers a GET call of an API that another site defined, in each format. */
type Answer = (request: {
  params: unknown;
  query: unknown;
  network: Networks;
}) => Promise<{ json: unknown; text: string; neverCached?: boolean }>;

/** A part of an API that another site defined, so that its clients work with this site. */
export interface CompatApi {
  /** by path, with parameters in braces */
  answers: Readonly<Record<string, Answer>>;
  /** The body of an error. @param status the HTTP status that it is sent with */
  failure: (error: ApiError, status: number) => object;
}

interface Options extends Pick<Tools, 'config' | 'log'> {
  responseCache: Pick<ResponseCache, 'cacheControl'>;
}

/**
 * A router with the calls of another site's API. A response is JSON, or text if the client prefers it, and
 * any site may read it. An error is in the format of the API, which knows no 422.
 */
export function bindCompat({ answers, failure }: CompatApi, options: Options): Router {
  const { config, log, responseCache } = options;
  const router = Router({ caseSensitive: true });
  router.use((_request, response, next) => {
    response.set('X-Robots-Tag', 'noindex');
    next();
  });
  async function respond(answer: Answer, request: Request, response: Response): Promise<void> {
    addLogFields(response, { operation: 'compat' });
    const { params, query, headers } = request;
    const network = clientNetwork(request, config.trustedProxyHops);
    const { json, text, neverCached } = await inTime(answer({ params, query, network }));
    const cache = neverCached ? undefined : aMinute;
    const personal = headers.authorization !== undefined;
    response.set('Cache-Control', responseCache.cacheControl(cache, personal)).format({
      json: () => response.json(json),
      text: () => response.send(text),
      default() {
        throw new ApiError('not_acceptable', 'Available are application/json and text/plain.');
      },
    });
  }
  for (const [path, answer] of Object.entries(answers)) {
    router
      .route(expressPath(path))
      .get(shareWithAnyOrigin, (request, response) => respond(answer, request, response))
      .options(answerPreflight)
      .all(refuseMethod(['GET']));
  }
  router.use(refuseUnknownPath);
  const errorBody = (error: ApiError, _request: Request, response: Response) => {
    if (error.code === 'invalid_input') response.status(400);
    return JSON.stringify(failure(error, response.statusCode));
  };
  router.use(respondToErrors(log, 'json', errorBody));
  return router;
}
