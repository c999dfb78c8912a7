import { noteRequest } from '../stores/connection.ts';
import { noAnswer, refusal } from './failure.ts';

/** How long a response is waited for. */
const TIMEOUT_MS = 15_000;

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
 * @throws {ApiError} with the code of an error response; otherwise as {@link request} does
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
 * @throws {ApiError} with the code of an error response; otherwise as {@link request} does
 */
export async function requestJson(
  path: string,
  init: RequestInit = {},
  timeout?: number,
): Promise<unknown> {
  const answer = request(path, init, readJson, timeout);
  answer.then(
    () => noteRequest(true),
    () => noteRequest(false),
  );
  const { response, body } = await answer;
  if (!response.ok) throw refusal(response, body);
  return body;
}
