import { Router, type Request, type Response } from 'express';
import { ApiError, type CachePolicy } from '../contract/index.ts';
import type { Log } from '../platform/log.ts';
import type { Config } from '../config.ts';
import type { Networks } from '../platform/quota.ts';
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

/** One GET call of an API that another site defined. */
interface CompatCall {
  /** Relative to `COMPAT_BASE_PATH`, parameters in braces. */
  path: `/${string}`;
  /** What it does, for the documentation. */
  summary: string;
  /** Not cached by default. */
  cache?: CachePolicy;
  /** The response in each format. @throws ApiError */
  answer: (request: {
    params: unknown;
    query: unknown;
    network: Networks;
  }) => Promise<{ json: unknown; text: string }>;
}

/** A part of an API that another site defined, so that its clients work with this site. */
export interface CompatApi {
  calls: readonly CompatCall[];
  /** The body of an error. @param status the HTTP status that it is sent with */
  failure: (error: ApiError, status: number) => object;
}

/** What the router needs of the application. */
export interface CompatOptions {
  log: Log;
  config: Pick<Config, 'trustedProxyHops'>;
  responseCache: Pick<ResponseCache, 'cacheControl'>;
}

/** That API knows no 422. */
const statusOf = ({ code, status }: ApiError) => (code === 'invalid_input' ? 400 : status);

/**
 * A router with the calls of another site's API. A response is JSON, or text if the client prefers it, and
 * any site may read it. An error is in the format of the API.
 */
export function bindCompat({ calls, failure }: CompatApi, options: CompatOptions): Router {
  const { log, config, responseCache } = options;
  const router = Router({ caseSensitive: true });
  router.use((_request, response, next) => {
    response.vary('Accept').set('X-Robots-Tag', 'noindex');
    next();
  });
  async function respond({ cache, answer }: CompatCall, request: Request, response: Response) {
    addLogFields(response, { operation: 'compat' });
    const { params, query } = request;
    const network = clientNetwork(request, config.trustedProxyHops);
    const { json, text } = await inTime(answer({ params, query, network }));
    const type = request.accepts(['json', 'text']);
    if (type === false) {
      throw new ApiError('not_acceptable', 'Available are application/json and text/plain.');
    }
    const personal = request.headers.authorization !== undefined;
    response.set('Cache-Control', responseCache.cacheControl(cache, personal));
    response.type(type).send(type === 'json' ? JSON.stringify(json) : text);
  }
  for (const call of calls) {
    router
      .route(expressPath(call.path))
      .get(shareWithAnyOrigin, (request, response) => respond(call, request, response))
      .options(answerPreflight)
      .all(refuseMethod(['GET']));
  }
  router.use(refuseUnknownPath);
  const body = (error: ApiError) => JSON.stringify(failure(error, statusOf(error)));
  router.use(respondToErrors(log, 'json', body, statusOf));
  return router;
}
