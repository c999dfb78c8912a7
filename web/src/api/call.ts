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
import { addressOf, requestOf, type CallInput } from './request.ts';

const TIMEOUT_MS = 15_000;

/** The endpoints that answer with JSON. */
export type JsonEndpointName = {
  [N in EndpointName]: Endpoints[N]['output'] extends null ? never : N;
}[EndpointName];

export interface CallOptions {
  /** Gives the call up; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds until a missing answer counts as a failure. */
  timeout?: number;
  /** Asks an endpoint that is open to anyone as an administrator, as for jokes that are not public. */
  asAdmin?: boolean;
  /** The bearer token, where it is not the session's. */
  bearer?: string;
}

async function answerTo(address: string, init: RequestInit, options: CallOptions): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const early = takeEarlyAnswer(address);
    const response = await (early ?? fetch(new URL(address, location.origin), { ...init, signal }));
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
  throw unexpectedAnswer(new TypeError(`${path} answers what the contract does not know.`));
}

/**
 * Calls the API; the only place that fetches.
 *
 * @param name the endpoint, as the contract's table names it
 * @param input its `params`, `query` and `body`, as far as it has them
 * @returns the answer, checked against the endpoint's schema
 * @throws {ApiError} for every failure: a refusal with the code of its status, no answer as
 *   `unavailable`, an answer that does not match the contract as `internal`
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
  const address = addressOf(endpoint, input);
  const bearer = options.bearer ?? (await bearerFor(endpoint.access, options.asAdmin ?? false));
  const answer = await answerTo(address, requestOf(endpoint, input, bearer), options);
  if (answer.status === 401 && bearer !== null) reportRefused(bearer);
  if (!answer.ok) throw refusal(answer);
  return contentOf(endpoint, answer.text);
}
