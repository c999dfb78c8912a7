import { Router, type Request, type Response } from 'express';
import { ApiError, type CachePolicy } from '../contract/index.ts';
import type { Log } from '../platform/logging/log.ts';
import type { Config } from '../config.ts';
import { clientNetwork, type ClientNetwork } from './client-network.ts';
import { answerPreflight, shareWithAnyOrigin } from './cors.ts';
import { refuseUnknownPath, respondToErrors } from './error-handler.ts';
import { addLogFields } from './request-log.ts';
import { cacheControl, expressPath, inTime, refuseMethod } from './routing.ts';

/** A response in the formats of the other API, or the path of this site to redirect to. */
type CompatAnswer = { json: unknown; text: string } | { redirect: string };

/** One GET call of an API that another site defined. */
interface CompatCall {
  /** Relative to the API's base, parameters in braces. */
  path: `/${string}`;
  /** What it does, for the documentation. */
  summary: string;
  /** Not cached by default. */
  cache?: CachePolicy;
  /** @throws ApiError */
  answer: (request: {
    params: unknown;
    query: unknown;
    network: ClientNetwork;
    /** aborts when nobody waits for the response anymore */
    signal: AbortSignal;
  }) => Promise<CompatAnswer>;
}

/** A part of an API that another site defined, so that its clients work with this site. */
export interface CompatApi {
  /** Where it comes from. */
  name: string;
  /** Relative to `/compat`. */
  base: `/${string}`;
  calls: readonly CompatCall[];
  /** The body of an error. @param status the HTTP status that it is sent with */
  failure: (error: ApiError, status: number) => object;
  /** The HTTP status of an error in this API, where it has one of its own. */
  statusOf?: (error: ApiError) => number | undefined;
}

interface Options {
  log: Log;
  config: Pick<Config, 'trustedProxyHops'>;
}

/** Those APIs know no 422. */
const usualStatusOf = ({ code, status }: ApiError) => (code === 'invalid_input' ? 400 : status);

async function respond(
  call: CompatCall,
  config: Options['config'],
  request: Request,
  response: Response,
): Promise<void> {
  addLogFields(response, { operation: 'compat' });
  const { params, query } = request;
  const network = clientNetwork(request, config.trustedProxyHops);
  const answer = await inTime(response, (signal) =>
    call.answer({ params, query, network, signal }),
  );
  const personal = request.headers.authorization !== undefined;
  response.set('Cache-Control', cacheControl(call.cache, personal));
  if ('redirect' in answer) {
    response.redirect(answer.redirect);
    return;
  }
  const type = request.accepts(['json', 'text']);
  if (type === false) {
    throw new ApiError('not_acceptable', 'Available are application/json and text/plain.');
  }
  response.type(type).send(type === 'json' ? JSON.stringify(answer.json) : answer.text);
}

/**
 * A router with every call of other sites' APIs. A response is JSON, or text if the client prefers it, and
 * any site may read it. An error is in the format of the API.
 */
export function bindCompat(apis: readonly CompatApi[], { log, config }: Options): Router {
  const router = Router({ caseSensitive: true });
  for (const { base, calls, failure, ...own } of apis) {
    const statusOf = (error: ApiError) => own.statusOf?.(error) ?? usualStatusOf(error);
    const api = Router({ caseSensitive: true });
    api.use((_request, response, next) => {
      response.vary('Accept').set('X-Robots-Tag', 'noindex');
      next();
    });
    for (const call of calls) {
      api
        .route(expressPath(call.path))
        .get(shareWithAnyOrigin, (request, response) => respond(call, config, request, response))
        .options(answerPreflight)
        .all(refuseMethod(['GET']));
    }
    api.use(refuseUnknownPath);
    const body = async (error: ApiError) => JSON.stringify(failure(error, statusOf(error)));
    api.use(respondToErrors(log, 'json', body, statusOf));
    router.use(base, api);
  }
  return router;
}
