import type {
  ClientEndpoint,
  EndpointInput,
  EndpointName,
  EndpointOutput,
  Endpoints,
} from 'functions/contract';
import { bearerFor, reportRefused } from './bearer.ts';
import { takeEarlyAnswer } from './early-answer.ts';
import { endpointOf } from './endpoint-of.ts';
import { noAnswer, refusal, unexpectedAnswer, type Answer } from './failure.ts';
import { matches } from './matches.ts';
import { requestInit, requestPath, type CallInput } from './request.ts';

const TIMEOUT_MS = 15_000;

/** The endpoints that return JSON. */
export type JsonEndpointName = {
  [N in EndpointName]: Endpoints[N]['output'] extends null ? never : N;
}[EndpointName];

export interface CallOptions {
  /** Cancels the call; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds to wait for the response; 15 seconds by default. */
  timeout?: number;
  /** Calls an endpoint that is open to anyone as an administrator, for example to list jokes that are not public. */
  asAdmin?: boolean;
  /** A bearer token to use instead of the session's. */
  bearer?: string;
}

async function send(path: string, init: RequestInit, options: CallOptions): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const early = takeEarlyAnswer(path);
    const response = await (early ?? fetch(new URL(path, location.origin), { ...init, signal }));
    return {
      ok: response.ok,
      status: response.status,
      retryAfter: response.headers.get('Retry-After'),
      text: await response.text(),
    };
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw noAnswer(cause);
  }
}

function contentOf({ path, output }: ClientEndpoint, text: string): unknown {
  try {
    const content: unknown = JSON.parse(text);
    if (output === null || matches(output, content)) return content;
  } catch (cause) {
    throw unexpectedAnswer(cause);
  }
  throw unexpectedAnswer(new TypeError(`The response of ${path} does not match the contract.`));
}

/**
 * Calls the API. All requests to it go through this function.
 *
 * @param name the endpoint's name in the contract
 * @param input its `params`, `query` and `body`, where it has them
 * @returns the response, checked against the endpoint's schema
 * @throws {ApiError} for every failure: with the code of the status for an error response,
 *   `unavailable` if there is no response, `internal` if the response does not match the contract
 */
export function call<N extends JsonEndpointName>(
  name: N,
  input: EndpointInput<N>,
  options?: CallOptions,
): Promise<EndpointOutput<N>>;
export async function call(
  name: JsonEndpointName,
  input: CallInput,
  options: CallOptions = {},
): Promise<unknown> {
  const endpoint = await endpointOf(name).catch((cause) => {
    throw noAnswer(cause);
  });
  const path = requestPath(endpoint, input);
  const bearer = options.bearer ?? (await bearerFor(endpoint.access, options.asAdmin ?? false));
  const answer = await send(path, requestInit(endpoint, input, bearer), options);
  if (answer.status === 401 && bearer !== null) reportRefused(bearer);
  if (!answer.ok) throw refusal(answer);
  return contentOf(endpoint, answer.text);
}
