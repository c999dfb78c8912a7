import { CLIENT_TIMEOUT_MS } from 'functions/contract';
import { noAnswer } from './failure.ts';

/** A response as the API sent it. */
export interface TriedCall {
  status: number;
  milliseconds: number;
  /** by name in lower case */
  headers: ReadonlyMap<string, string>;
  /** empty for an image */
  text: string;
}

/**
 * Sends a GET like another site's script: without credentials.
 * @param url path and query on the site
 * @throws {ApiError} unavailable if there is no response
 */
export async function tryCall(url: string): Promise<TriedCall> {
  const started = performance.now();
  try {
    const signal = AbortSignal.timeout(CLIENT_TIMEOUT_MS);
    const response = await fetch(new URL(url, location.origin), { credentials: 'omit', signal });
    const isImage = response.headers.get('Content-Type')?.startsWith('image/') === true;
    const text = isImage ? '' : await response.text();
    const milliseconds = Math.round(performance.now() - started);
    return { status: response.status, milliseconds, headers: new Map(response.headers), text };
  } catch (cause) {
    throw noAnswer(cause);
  }
}
