import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call.
 * - `anyone`: a bearer is ignored.
 * - `anyone-or-admin`: an administrator's bearer counts as that administrator; no bearer, or another
 *   Google user's, as a visitor; an invalid one is 401.
 * - `google-user`: requires a verified Firebase ID token.
 * - `admin`: requires an administrator's bearer.
 */
export type Access = 'anyone' | 'anyone-or-admin' | 'google-user' | 'admin';

/**
 * How long a response may be cached: `seconds` in the CDN, `browserSeconds` in a browser; without them the
 * browser revalidates every time.
 */
export interface CachePolicy {
  seconds: number;
  browserSeconds?: number;
}

/** For everything that shows jokes: one that is taken down leaves the CDN this soon. */
export const aMinute = { seconds: 60 } as const satisfies CachePolicy;

/** One call of the API. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to `/api/v1`, parameters in braces. */
  path: `/${string}`;
  summary: string;
  /** What the summary leaves out, in complete sentences of Markdown. */
  description?: string;
  /** How this call can fail, besides the errors of every call: each code with its reason. */
  errors?: Partial<Record<ErrorCode, string>>;
  access: Access;
  /**
   * Whether scripts of other sites may read it, without credentials: a public GET call that they have a
   * use for. By default they may not.
   */
  anyOrigin?: true;
  /** Not cached by default. */
  cache?: CachePolicy;
  /** The status of a successful response; 200 by default. */
  success?: 201;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The headers that it reads, by their names in lower case; all are optional. */
  headers?: z.ZodMiniType;
  /** How the body is encoded; JSON by default. */
  bodyType?: 'application/json' | 'application/x-www-form-urlencoded';
  /** The most bytes of a body, if the general limit is too small. */
  bodyMaxBytes?: number;
  /** The schema of the response's body; `null` if it is a file. */
  output: z.ZodMiniType | null;
  /** The media type of that file. */
  fileType?: `image/${string}`;
  /** What the session cookie holds on its path: a voter id, or the mark of a browser that has signed in. */
  cookie?: 'voter' | 'known-browser';
  /** How long it may take, if the general limit is too short. */
  timeoutSeconds?: number;
}
