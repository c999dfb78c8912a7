import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, Response } from 'express';
import { ApiError, type Endpoint } from '../contract/index.ts';
import { inTime } from '../platform/deadline.ts';
import { visitor, type Caller } from '../platform/identity.ts';
import type { Tools } from '../platform/tools.ts';
import { clientNetwork } from './client-network.ts';
import { toApiError } from './error-handler.ts';
import { addLogFields, type Operation } from './request-log.ts';
import type { Reply, ResponseCache } from './response-cache.ts';
import { disconnection } from './routing.ts';

/** What a request is answered with, or the URL to go to instead. */
type Made = Reply | (Pick<Reply, 'cache'> & { redirect: string });

/** Makes the request fail that the current code answers, also in timers and callbacks, where nothing else can. */
export const failing = new AsyncLocalStorage<(error: unknown) => void>();

/**
 * The error of a call that may have stored something: 503 would say that it has not, and will not.
 * @param key its `Idempotency-Key`, if it reads one
 */
function unlessUnknown(thrown: unknown, key: string | undefined): unknown {
  if (toApiError(thrown).code !== 'unavailable') return thrown;
  const advice =
    key === undefined
      ? 'Check before you try again.'
      : 'Send it again with the same Idempotency-Key.';
  const detail = `The database has not answered, so this may have been saved. ${advice}`;
  return new ApiError('outcome_unknown', detail, { cause: thrown });
}

interface Dependencies extends Pick<Tools, 'config' | 'startCall'> {
  responseCache: ResponseCache;
}

export type Answer = ReturnType<typeof createAnswer>;

/** Creates what answers every request: it knows the client's network, the deadline and the caches. */
export function createAnswer({ config, startCall, responseCache }: Dependencies) {
  /**
   * Answers a request in time. No cache stores the response to a bearer, or one that sets a cookie.
   * @param make returns what it is answered with
   * @throws what `make` throws; ApiError unavailable when the time is up, or outcome_unknown
   */
  return async (
    request: Request,
    response: Response,
    operation: Operation,
    make: (caller: Caller) => Promise<Made>,
    { method = 'GET', timeoutSeconds, headers }: Partial<Endpoint> = {},
  ): Promise<void> => {
    const { direct, ...network } = clientNetwork(request, config.trustedProxyHops);
    addLogFields(response, { operation, ...(direct && ({ direct } as const)) });
    // What a write has begun is stored, whether its client waits or not.
    const state = startCall(timeoutSeconds, method === 'GET' ? disconnection(response) : undefined);
    const version = responseCache.version();
    const thrown = Promise.withResolvers<never>();
    const making = failing.run(thrown.reject, () => make({ identity: visitor, network, state }));
    const first = Promise.race([thrown.promise, making]);
    const made = await inTime(first, state.signal).catch((error: unknown) => {
      const key = headers && request.get('idempotency-key');
      throw state.mayBeStored ? unlessUnknown(error, key) : error;
    });
    const isPersonal =
      request.get('authorization') !== undefined || response.hasHeader('set-cookie');
    const cache = isPersonal ? undefined : made.cache;
    if ('redirect' in made) {
      response.set('Cache-Control', responseCache.cacheControl(cache)).redirect(made.redirect);
      return;
    }
    const sent = { ...made, operation, cache, version, signal: state.signal };
    await responseCache.send(request, response, sent);
  };
}
