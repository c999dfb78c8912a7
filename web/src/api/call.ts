import {
  API_BASE_PATH,
  calls,
  type Call,
  type EndpointInput,
  type EndpointName,
  type EndpointOutput,
  type Endpoints,
} from 'functions/contract';
import { hasCode, noAnswer, refusal } from './failure.ts';

/** How long a response is waited for. */
const TIMEOUT_MS = 15_000;

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

/** The token to send. Public reads send none, because responses to requests with a bearer are never cached. */
export async function bearerFor({ access }: Call, asAdmin = false): Promise<string | null> {
  if (access === 'anyone' || (access === 'anyone-or-admin' && !asAdmin)) return null;
  return (await session?.bearerFor(access === 'google-user' ? access : 'admin')) ?? null;
}

/** A call's input, with the parts that the endpoint has. */
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
function requestPath({ path }: Call, input: CallInput): string {
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
  { method, cookie, bodyType = 'application/json' }: Call,
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

interface Answer<T> {
  response: Response;
  body: T;
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
  timeout = TIMEOUT_MS,
): Promise<Answer<T>> {
  try {
    const url = new URL(path, location.origin);
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(url, { credentials: 'omit', ...init, signal });
    return { response, body: await bodyOf(response) };
  } catch (cause) {
    throw noAnswer(cause);
  }
}

/**
 * Reads a file of this site.
 * @throws {ApiError} as {@link call} does
 */
export async function requestFile(
  path: string,
  init: RequestInit = {},
  timeout?: number,
): Promise<Blob> {
  const { response, body } = await request(path, init, (file) => file.blob(), timeout);
  if (!response.ok) throw refusal(response, '');
  return body;
}

/** @throws {TypeError} if a portal, a proxy or the CDN has answered instead of the API */
async function readJson(response: Response): Promise<unknown> {
  if (response.headers.get('Content-Type')?.includes('json') !== true) {
    throw new TypeError(`A response with status ${response.status} is not JSON.`);
  }
  return response.json();
}

/**
 * Reads JSON from this site.
 * @throws {ApiError} as {@link call} does
 */
export async function requestJson(
  path: string,
  init: RequestInit = {},
  timeout?: number,
): Promise<unknown> {
  const { response, body } = await request(path, init, readJson, timeout);
  if (!response.ok) throw refusal(response, body);
  return body;
}

/** Sends a call, and again if the user signs in after the token was refused. */
async function send(
  endpoint: Call,
  input: CallInput,
  options: CallOptions,
  bearer: string | null,
): Promise<unknown> {
  const init = requestInit(endpoint, input.body, bearer, options.idempotencyKey);
  try {
    return await requestJson(requestPath(endpoint, input), init, options.timeout);
  } catch (error) {
    if (bearer === null || !hasCode(error, 'unauthenticated')) throw error;
    const next = session?.onRefused(bearer);
    // Never retry a call with an explicit token.
    const renewed = options.bearer === undefined ? await next : null;
    if (typeof renewed !== 'string') throw error;
    return send(endpoint, input, options, renewed);
  }
}

/** The last call with the voter's cookie. Its answer may bring the cookie, so the next one waits for it. */
let lastVoterCall: Promise<unknown> = Promise.resolve();

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
  const bearer = options.bearer ?? (await bearerFor(endpoint, options.asAdmin));
  const sendNow = () => send(endpoint, input, options, bearer);
  if (endpoint.cookie !== 'voter') return sendNow();
  const answer = lastVoterCall.then(sendNow);
  lastVoterCall = answer.catch(() => undefined);
  return answer;
}

/**
 * Reads something that is the same for every visitor.
 *
 * @param name the endpoint's name in the contract
 * @param url one of the `jokeUrls`
 * @throws {ApiError} as {@link call} does
 */
export function read<N extends JsonEndpointName>(name: N, url: string): Promise<EndpointOutput<N>>;
export function read(_name: JsonEndpointName, url: string): Promise<unknown> {
  return requestJson(url);
}
