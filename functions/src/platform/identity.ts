import type { Access } from '../contract/index.ts';
import type { CallState } from './deadline.ts';
import type { Networks } from './quota.ts';

interface GoogleSignIn {
  uid: string;
  /** the time of the sign-in in milliseconds since the epoch */
  signedInAt: number;
  /** whether the token has the claim `admin: true` */
  tokenSaysAdmin?: boolean;
}

/** Who makes a request. */
export type Identity =
  | { kind: 'visitor' }
  /** a signed-in Google account that is not, or not yet, an administrator's */
  | ({ kind: 'google-user' } & GoogleSignIn)
  /** an administrator signed in with a password; `session` is the hash of the bearer */
  | { kind: 'admin'; provider: 'password'; username: string; session: string }
  /** an administrator's Google account; `username` is its e-mail address */
  | ({ kind: 'admin'; provider: 'google'; username: string } & GoogleSignIn);

/**
 * Resolves a bearer to its owner.
 * @param bearer the token, without the word Bearer
 * @throws ApiError unauthenticated if it is not, or no longer, valid
 */
export type Identify = (bearer: string) => Promise<Identity>;

export const visitor: Identity = { kind: 'visitor' };

/** Who makes a request, from where, and how long it may take. */
export interface Caller {
  identity: Identity;
  network: Networks;
  /** It also says whether the request may have stored something. */
  state: CallState;
}

/** An identity that may do what administrators do. */
export type Admin = Extract<Identity, { kind: 'admin' }>;

export function isAdmin(identity: Identity): identity is Admin {
  return identity.kind === 'admin';
}

/** An identity that has signed in with Google; an administrator counts too. */
export type GoogleUser = Extract<Identity, { uid: string }>;

/** Whom calls admit, by their access. */
export interface Admitted extends Record<Access, Identity> {
  'google-user': GoogleUser;
  admin: Admin;
}
