import {
  API_BASE_PATH,
  CLIENT_TIMEOUT_MS,
  type ClientEndpoint,
  type EndpointInput,
  type EndpointName,
  type EndpointOutput,
  type Endpoints,
} from 'functions/contract';
import { endpoints } from 'virtual:client-endpoints';
import { noAnswer, refusal, unexpectedAnswer } from './failure.ts';
import { hasShape, parseResponse } from './read-response.ts';

/** The endpoints that return JSON. */
type JsonEndpointName = {
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
  /** A random UUID for this vote or submission; one that is sent again with it has no second effect. */
  idempotencyKey?: string;
}

/** Provides the tokens; this folder does not import the stores that hold them. */
export interface BearerSource {
  /** The token for an endpoint that requires an administrator or a Google user, or null. */
  bearerFor: (access: 'admin' | 'google-user') => Promise<string | null>;
  /**
   * Called when the server rejects a token as unknown, expired or revoked (401). Resolves to a token to
   * repeat the call with, for example after the user has signed in again, else to null.
   */
  onRefused: (bearer: string) => Promise<string | null>;
}

let session: BearerSource | undefined;

/** Sets the source of the tokens. */
export function setBearerSource(source: BearerSource): void {
  session = source;
}

/**
 * The token to send with a call. Public reads send none, even for an administrator: responses to
 * requests with a bearer are never cached.
 */
async function bearerFor({ access }: ClientEndpoint, asAdmin = false): Promise<string | null> {
  if (access === 'anyone' || (access === 'anyone-or-admin' && !asAdmin)) return null;
  return (await session?.bearerFor(access === 'google-user' ? access : 'admin')) ?? null;
}

/** A call's input; each part only if the endpoint has it. */
interface CallInput {
  params?: object;
  query?: object;
  body?: object | undefined;
}

/** Form fields in the order given, without undefined values. */
function formOf(fields: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, String(value));
  }
  return form;
}

/** The path of a call on the site's origin: parameters filled in, query appended. */
function requestPath({ path }: ClientEndpoint, input: CallInput): string {
  const params = new Map<string, unknown>(Object.entries(input.params ?? {}));
  const filled = path.replace(/\{(\w+)\}/g, (_placeholder, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = formOf(input.query ?? {}).toString();
  return API_BASE_PATH + (query === '' ? filled : `${filled}?${query}`);
}

/**
 * The fetch options of a call. Cookies are sent only with the calls that use them, because the voter
 * cookie would otherwise split the CDN's cache by browser. A write continues after its page closes.
 */
function requestInit(
  { method, cookie, bodyType = 'application/json' }: ClientEndpoint,
  body?: object,
  bearer: string | null = null,
  idempotencyKey?: string,
): RequestInit {
  const isJson = bodyType === 'application/json';
  return {
    method,
    credentials: cookie === undefined ? 'omit' : 'same-origin',
    keepalive: method !== 'GET',
    headers: {
      ...(body && { 'Content-Type': bodyType }),
      ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body && { body: isJson ? JSON.stringify(body) : formOf(body) }),
  };
}

/** A response and its complete body. */
interface Answer<T = string> {
  response: Response;
  body: T;
}

/** Aborts when one of the two does. `AbortSignal.any` is newer than the oldest supported browsers. */
function eitherSignal(...signals: readonly [AbortSignal, AbortSignal]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: either.signal });
  }
  return either.signal;
}

/** Reads a body as text. */
export const asText = (response: Response): Promise<string> => response.text();

/**
 * Requests something from this site, without credentials unless `init` says otherwise.
 * @param bodyOf reads the body
 * @param timeout in milliseconds
 * @throws {ApiError} `unavailable` if there is no complete response in time
 */
export async function request<T>(
  path: string,
  init: RequestInit,
  bodyOf: (response: Response) => Promise<T>,
  timeout = CLIENT_TIMEOUT_MS,
): Promise<Answer<T>> {
  const ended = AbortSignal.timeout(timeout);
  const signal = init.signal ? eitherSignal(init.signal, ended) : ended;
  try {
    const url = new URL(path, location.origin);
    const response = await fetch(url, { credentials: 'omit', ...init, signal });
    return { response, body: await bodyOf(response) };
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw noAnswer(cause);
  }
}

/** Sends a call; retries once after re-authentication. */
async function answerTo(
  endpoint: ClientEndpoint,
  input: CallInput,
  options: CallOptions,
  bearer: string | null,
): Promise<Answer> {
  const { idempotencyKey, signal = null, timeout } = options;
  const init = requestInit(endpoint, input.body, bearer, idempotencyKey);
  const path = requestPath(endpoint, input);
  const answer = await request(path, { ...init, signal }, asText, timeout);
  if (answer.response.status !== 401 || bearer === null) return answer;
  const next = session?.onRefused(bearer);
  // Never retry a call with an explicit token.
  const renewed = options.bearer === undefined ? await next : null;
  return typeof renewed === 'string' ? answerTo(endpoint, input, options, renewed) : answer;
}

/** The last call with the voter's cookie. Its answer may bring the cookie, so the next one waits for it. */
let lastVoterCall: Promise<unknown> = Promise.resolve();

/** @param errorOf the error if the response does not match the contract */
function contentOf(
  { response, body }: Answer,
  { path, output }: Pick<ClientEndpoint, 'path' | 'output'>,
  errorOf = unexpectedAnswer,
): unknown {
  if (!response.ok) throw refusal(response, body);
  try {
    const content = parseResponse(body);
    if (output === null || hasShape(content, output)) return content;
  } catch (cause) {
    throw errorOf(cause);
  }
  throw errorOf(new TypeError(`The response of ${path} does not match the contract.`));
}

/**
 * Calls the API.
 *
 * @param name the endpoint's name in the contract
 * @param input its `params`, `query` and `body`, where it has them
 * @returns the response, which has the shape of the endpoint's schema
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
  const endpoint = endpoints[name];
  const bearer = options.bearer ?? (await bearerFor(endpoint, options.asAdmin));
  const send = () => answerTo(endpoint, input, options, bearer);
  if (endpoint.cookie !== 'voter') return contentOf(await send(), endpoint);
  const answer = lastVoterCall.then(send);
  lastVoterCall = answer.catch(() => undefined);
  return contentOf(await answer, endpoint);
}

/**
 * Reads what is the same for every visitor.
 *
 * @param name the endpoint's name in the contract
 * @param url one of the contract's `jokeUrls`
 * @returns the response, checked like that of {@link call}
 * @throws {ApiError} as {@link call} does, but `unavailable` if the response does not match the contract:
 *   an earlier version's service worker may have saved it
 */
export function read<N extends JsonEndpointName>(name: N, url: string): Promise<EndpointOutput<N>>;
export async function read(name: JsonEndpointName, url: string): Promise<unknown> {
  const endpoint = endpoints[name];
  return contentOf(await request(url, requestInit(endpoint), asText), endpoint, noAnswer);
}

/** Whether the site's server responds. No cache answers this, nor the service worker. */
export async function isReachable(): Promise<boolean> {
  try {
    const init = { method: 'HEAD', cache: 'no-store' } as const;
    return (await request('/sw.js', init, asText)).response.ok;
  } catch {
    return false;
  }
}

/**
 * Reads the settings of the Firebase project that the site is deployed to, such as `apiKey` and
 * `authDomain`, from Hosting. None are secret.
 * @throws {ApiError} as {@link call} does
 */
export async function readFirebaseConfig(): Promise<Readonly<Record<string, string>>> {
  const path = '/__/firebase/init.json';
  const answer = await request(path, {}, asText);
  const config = contentOf(answer, { path, output: { type: 'object' } }) ?? {};
  const entries: [string, unknown][] = Object.entries(config);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
