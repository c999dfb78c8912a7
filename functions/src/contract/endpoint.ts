import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call.
 * - `anyone`: a bearer is not looked at.
 * - `anyone-or-admin`: without a bearer as a visitor; with an administrator's as that administrator;
 *   with another Google user's as a visitor; with an invalid one 401.
 * - `google-user`: needs a verified Firebase ID token.
 * - `admin`: needs an administrator's bearer.
 */
export type Access = 'anyone' | 'anyone-or-admin' | 'google-user' | 'admin';

/**
 * How an answer may be cached. `shared`: `seconds` in the CDN, `browserSeconds` in a browser, which
 * revalidates every time where none are given.
 */
export type CachePolicy =
  { kind: 'none' } | { kind: 'shared'; seconds: number; browserSeconds?: number };

/** What an endpoint reads from the session cookie, if anything. */
export type CookieUse = 'none' | 'voter';

/** One call of the API. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, parameters in braces. */
  path: `/${string}`;
  summary: string;
  /** What the summary leaves out, in Markdown; whole sentences. */
  description?: string;
  /** How this call can fail, beside what any call can: each code with its reason. */
  errors?: Partial<Record<ErrorCode, string>>;
  access: Access;
  cache: CachePolicy;
  success: 200 | 201;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The headers that it reads, by their names in lower case; callers may leave them out. */
  headers?: z.ZodMiniType;
  /** How the body is encoded; JSON where nothing is said. */
  bodyType?: 'application/json' | 'application/x-www-form-urlencoded';
  /** The answer's schema; `null` where the answer is a file. */
  output: z.ZodMiniType | null;
  cookie?: CookieUse;
  /** How long it may take, where the general limit is too short. */
  timeoutSeconds?: number;
}
