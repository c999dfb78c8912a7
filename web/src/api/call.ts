import {
  calls,
  type Call,
  type EndpointInput,
  type EndpointName,
  type EndpointOutput,
  type Endpoints,
  type PageEndpoint,
  type PageInput,
} from 'functions/contract';
import { callUrl, formOf, type JokeCall } from '../paths.ts';
import { isFresh } from '../stores/id-token.ts';
import { nextChange } from '../stores/next-change.ts';
import { bearer, refuseToken, tokensOf, useSession } from '../stores/session.ts';
import { hasCode } from './failure.ts';
import { requestJson } from './request.ts';

type JsonEndpointName = {
  [N in EndpointName]: Endpoints[N]['output'] extends null ? never : N;
}[EndpointName];

export interface CallOptions {
  /** Milliseconds to wait for the response; 15 seconds by default. */
  timeout?: number;
  /** Calls an endpoint that is open to anyone as an administrator, for example to list jokes that are not public. */
  asAdmin?: boolean;
  /** A bearer token to use instead of the session's. */
  bearer?: string;
  /** A random UUID. A call that is sent again with the same one has no second effect. */
  idempotencyKey?: string;
  /** Whether a write continues after its page closes; true by default. */
  keepalive?: boolean;
}

/**
 * The token to send. Public reads send none, because responses to requests with a bearer are never cached.
 * @throws what Firebase throws if a Google user's token can't be renewed, for example without a network
 */
export async function bearerFor({ access }: Call, asAdmin = false): Promise<string | null> {
  if (access === 'anyone' || (access === 'anyone-or-admin' && !asAdmin)) return null;
  const { admin, firebase } = tokensOf(useSession.getState());
  if (access !== 'google-user' && admin !== null) return admin;
  if (firebase === null || isFresh(firebase)) return firebase;
  const { renewToken } = await import('./google-session.ts');
  // If nobody is signed in to Firebase, the server rejects the token.
  return (await renewToken()) ?? firebase;
}

/** The token of the user who has signed in after another one was refused; null if they canceled that. */
async function bearerAfter(refused: string): Promise<string | null> {
  refuseToken(refused);
  const isAsking = () => {
    const session = useSession.getState();
    return session.is === 'ended' && session.asks;
  };
  while (isAsking()) await nextChange(useSession);
  const current = bearer();
  return current === refused ? null : current;
}

/** A call's input, with the parts that the endpoint has. */
interface CallInput extends PageInput {
  body?: object | undefined;
}

/**
 * The fetch options of a call. Cookies are sent only with the calls that use them, because the voter
 * cookie would otherwise split the CDN's cache by browser.
 */
function requestInit(
  { method, cookie, bodyType = 'application/json' }: Call,
  body: object | undefined,
  token: string | null,
  { idempotencyKey, keepalive = true }: CallOptions,
): RequestInit {
  const isJson = bodyType === 'application/json';
  return {
    method,
    credentials: cookie === undefined ? 'omit' : 'same-origin',
    keepalive: keepalive && method !== 'GET',
    headers: {
      ...(body && { 'Content-Type': bodyType }),
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body && { body: isJson ? JSON.stringify(body) : formOf(body) }),
  };
}

/** Sends a call, and again if the user signs in after the token was refused. */
async function send(
  endpoint: Call,
  input: CallInput,
  options: CallOptions,
  token: string | null,
): Promise<unknown> {
  const init = requestInit(endpoint, input.body, token, options);
  try {
    return await requestJson(callUrl(endpoint, input), init, options.timeout);
  } catch (error) {
    if (token === null || !hasCode(error, 'unauthenticated')) throw error;
    const next = bearerAfter(token);
    // A call with an explicit token is never repeated with another one.
    const renewed = options.bearer === undefined ? await next : null;
    if (renewed === null) throw error;
    return send(endpoint, input, options, renewed);
  }
}

/** The last vote. Its answer may bring the voter's cookie, so the next one waits for it. */
let lastVote: Promise<unknown> = Promise.resolve();

/**
 * Calls the API.
 *
 * @param name the endpoint's name in the contract
 * @param input its `params`, `query` and `body`, where it has them
 * @returns the response, as the contract types it
 * @throws {ApiError} for every failure: with the code of the status for an error response of the API,
 *   `unavailable` if there is no response, or none from the API
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
  const endpoint: Call = calls[name];
  const token = options.bearer ?? (await bearerFor(endpoint, options.asAdmin));
  const sendNow = () => send(endpoint, input, options, token);
  if (name !== 'rateJoke') return sendNow();
  const answer = lastVote.then(sendNow);
  lastVote = answer.catch(() => undefined);
  return answer;
}

/**
 * Reads something that is the same for every visitor.
 *
 * @throws {ApiError} as {@link call} does
 */
export function read<N extends PageEndpoint>(of: JokeCall<N>): Promise<EndpointOutput<N>>;
export function read({ url }: JokeCall): Promise<unknown> {
  return requestJson(url);
}
