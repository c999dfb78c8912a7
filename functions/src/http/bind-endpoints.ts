import { Router, type IRoute, type Request, type RequestHandler, type Response } from 'express';
import * as z from 'zod/mini';
import {
  ApiError,
  endpoints,
  limits,
  type CachePolicy,
  type Endpoint,
  type EndpointName,
} from '../contract/index.ts';
import { withDeadline } from '../concurrency/deadline.ts';
import type { Config } from '../config.ts';
import type { Identify } from '../identity.ts';
import type { ApiCall, Handler, Handlers } from './api-call.ts';
import { authenticate } from './authenticate.ts';
import { cacheControl } from './cache-headers.ts';
import { clientNetwork } from './client-network.ts';
import { parseInput } from './parse-input.ts';
import { readBody } from './read-body.ts';
import { addLogFields } from './request-log.ts';
import type { ResponseCache } from './response-cache.ts';
import { expressPath, refuseMethod } from './routing.ts';
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts';

const fileOutput = z.object({
  content: z.instanceof(Uint8Array),
  type: z.string(),
  personal: z.boolean(),
});

function sendFile(
  response: Response,
  cache: CachePolicy,
  personal: boolean,
  output: unknown,
): void {
  const file = fileOutput.parse(output);
  response.set('Cache-Control', cacheControl(cache, personal || file.personal));
  response.type(file.type).send(Buffer.from(file.content));
}

interface Options {
  identify: Identify;
  config: Pick<Config, 'trustedProxyHops'>;
  responseCache: ResponseCache;
}

async function respond<Name extends EndpointName>(
  name: Name,
  handler: Handler<Name>,
  { identify, config, responseCache }: Options,
  request: Request,
  response: Response,
): Promise<void> {
  addLogFields(response, { operation: name });
  const endpoint: Endpoint = endpoints[name];
  const network = clientNetwork(request, config.trustedProxyHops);
  if (network.direct) addLogFields(response, { direct: true });
  let personal = request.get('authorization') !== undefined;
  const handle = async () => {
    await readBody(request, response, endpoint);
    const identity = await authenticate(request, endpoint.access, identify);
    const call: ApiCall<Name> = {
      input: parseInput(name, request),
      identity,
      network,
      sessionCookie: endpoint.cookie === 'voter' ? readSessionCookie(request) : undefined,
      setSessionCookie(value) {
        personal = true;
        writeSessionCookie(response, value);
      },
    };
    return handler(call);
  };
  const version = responseCache.version();
  const output = await withDeadline(
    handle(),
    (endpoint.timeoutSeconds ?? limits.requestTimeoutSeconds) * 1_000,
    () => new ApiError('unavailable', 'This took too long. Please try again.', { retryAfter: 10 }),
  );
  response.status(endpoint.success);
  const { cache } = endpoint;
  if (!endpoint.output) {
    sendFile(response, cache, personal, output);
    return;
  }
  if (cache.kind === 'shared' && !personal) {
    const text = JSON.stringify(endpoint.output.parse(output));
    const shared = { operation: name, cache, type: 'json', text, version };
    await responseCache.send(request, response, shared);
    return;
  }
  response.set('Cache-Control', cacheControl(cache, personal));
  response.json(endpoint.output.parse(output));
}

/**
 * A router with every endpoint of the contract. Permission, validation, deadline and caching are
 * implemented here for all of them.
 */
export function bindEndpoints(handlers: Handlers, options: Options): Router {
  const router = Router({ caseSensitive: true });

  function bind<Name extends EndpointName>(route: IRoute, name: Name): void {
    const handler: Handler<Name> = handlers[name];
    const listener: RequestHandler = (request, response) =>
      respond(name, handler, options, request, response);
    switch (endpoints[name].method) {
      case 'GET':
        route.get(listener);
        break;
      case 'POST':
        route.post(listener);
        break;
      case 'PUT':
        route.put(listener);
        break;
      case 'DELETE':
        route.delete(listener);
        break;
    }
  }

  for (const [path, names] of Map.groupBy(endpointNames(), (name) => endpoints[name].path)) {
    const route = router.route(expressPath(path));
    for (const name of names) bind(route, name);
    route.all(refuseMethod(names.map((name) => endpoints[name].method)));
  }
  return router;
}

/** The names of all endpoints, in the order of the table. */
function endpointNames(): EndpointName[] {
  return Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);
}
