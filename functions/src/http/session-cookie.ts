import type { Request, Response } from 'express';

/** The only cookie that Hosting forwards to a function. */
const NAME = '__session';
/** Browsers limit the lifetime of a cookie to 400 days. */
const MAX_AGE_MS = 400 * 24 * 60 * 60 * 1_000;

/** The value of the session cookie; undefined if it was not sent. */
export function readSessionCookie(request: Request): string | undefined {
  for (const part of (request.get('cookie') ?? '').split(';')) {
    const [name, ...value] = part.trim().split('=');
    if (name === NAME) return value.join('=');
  }
  return undefined;
}

/** Sets the session cookie, or clears it (`null`). The response must not be cached by others. */
export function writeSessionCookie(response: Response, value: string | null): void {
  const options = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const;
  if (value === null) response.clearCookie(NAME, options);
  else response.cookie(NAME, value, { ...options, maxAge: MAX_AGE_MS });
}
