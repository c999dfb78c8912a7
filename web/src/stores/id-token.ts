/** A Google user as shown on the page. Only the server verifies the token. */
export interface IdTokenClaims {
  /** the e-mail address, else the user's id */
  account: string;
  /** display name, else email */
  name: string;
  photoURL: string | null;
  isAdmin: boolean;
  /** milliseconds since 1970 */
  expiresAt: number;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads a Firebase ID token without verifying it; `null` if the text is not a token. */
export function readIdToken(token: string): IdTokenClaims | null {
  const claims = new Map<string, unknown>();
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    for (const [name, value] of Object.entries(payload ?? {})) claims.set(name, value);
  } catch {
    return null;
  }
  const expiry = claims.get('exp');
  if (typeof expiry !== 'number') return null;
  const email = textOf(claims.get('email'));
  return {
    account: email ?? textOf(claims.get('sub')) ?? '',
    name: textOf(claims.get('name')) ?? email ?? 'Google user',
    photoURL: textOf(claims.get('picture')),
    isAdmin: claims.get('admin') === true,
    expiresAt: expiry * 1_000,
  };
}

/** How long before its expiry a token is renewed. */
export const RENEWAL_MS = 5 * 60_000;

/** Whether an ID token does not have to be renewed yet. */
export function isFresh(token: string): boolean {
  return (readIdToken(token)?.expiresAt ?? 0) > Date.now() + RENEWAL_MS;
}
