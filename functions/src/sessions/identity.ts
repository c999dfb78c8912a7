import { ApiError } from '../contract/index.ts';

/** Who makes a request. */
export type Identity =
  { kind: 'visitor' } | { kind: 'google-user'; uid: string } | { kind: 'admin'; name: string };

/**
 * Tells whose bearer this is.
 * @param bearer the token, without the word Bearer
 * @throws ApiError unauthenticated when it is not, or no longer, valid
 */
export type Identify = (bearer: string) => Promise<Identity>;

export const visitor: Identity = { kind: 'visitor' };

export function isAdmin(identity: Identity): boolean {
  return identity.kind === 'admin';
}

/** Until sign-in exists no bearer is valid. */
export const refuseEveryBearer: Identify = () =>
  Promise.reject(new ApiError('unauthenticated', 'This token is not valid.'));
