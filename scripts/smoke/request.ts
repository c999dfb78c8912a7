import type * as z from 'zod';

/** How much time and memory a site may take; it may be broken, or somebody else's. */
export interface Bounds {
  /** milliseconds for one response, to its end */
  response: number;
  /** milliseconds for all of them */
  total: number;
  /** milliseconds until Hosting serves a release everywhere */
  release: number;
  /** bytes of one response's body, decompressed */
  bytes: number;
}

export const BOUNDS: Bounds = {
  response: 20_000,
  total: 5 * 60_000,
  release: 60_000,
  bytes: 5_000_000,
};

/** A fault of the site; the message describes it. */
export class Fault extends Error {}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Requests a path of the site.
 * @param status the expected one; null: any
 * @throws {Fault} if the status is another one, if the body is too large, or if the path leads elsewhere
 */
export type Request = (path: string, status: number | null, init?: RequestInit) => Promise<Reply>;

/** Reads a body up to a size. @throws {Fault} if it is larger */
async function readUpTo(response: Response, bytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > bytes) throw new Fault(`returned more than ${bytes / 1_000_000} MB`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Opens requests to one origin within bounds of time and size. */
export function openRequest(origin: string, bounds: Bounds): Request {
  const end = AbortSignal.timeout(bounds.total);
  return async (path, status, init = {}) => {
    const url = new URL(path, origin);
    if (url.origin !== origin) throw new Fault(`${path} leads to another site`);
    const signal = AbortSignal.any([end, AbortSignal.timeout(bounds.response)]);
    const response = await fetch(url, { redirect: 'manual', signal, ...init });
    if (status !== null && response.status !== status) {
      await response.body?.cancel();
      throw new Fault(`${path} returned ${response.status} instead of ${status}`);
    }
    const text = await readUpTo(response, bounds.bytes);
    return { status: response.status, headers: response.headers, text };
  };
}

/** Parses JSON. @returns undefined if the text doesn't match the schema */
export function parseJson<Schema extends z.ZodType>(schema: Schema, text: string) {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The built scripts and styles that a page names. */
export function assetsOf(html: string): string[] {
  return [...new Set(html.match(/(?<=(?:href|src|data-app)=")\/assets\/[^"]+/g))];
}
