import type { Request } from 'express';
import { ApiError, type Access } from '../contract/index.ts';
import { isAdmin, isGoogleAccount, visitor, type Identify, type Identity } from '../identity.ts';

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * Who makes this request, if the endpoint lets them in. The one place where permission is decided.
 * @throws ApiError unauthenticated without a needed or with an invalid bearer, forbidden when the
 *   bearer's owner may not call this
 */
export async function authenticate(
  request: Request,
  access: Access,
  identify: Identify,
): Promise<Identity> {
  if (access === 'anyone') return visitor;
  const header = request.get('authorization');
  if (header === undefined) {
    if (access === 'anyone-or-admin') return visitor;
    throw new ApiError('unauthenticated', 'Please sign in.');
  }
  const bearer = BEARER.exec(header)?.[1];
  if (bearer === undefined) throw new ApiError('unauthenticated', 'This token is not valid.');
  const identity = await identify(bearer);
  if (access === 'admin' && !isAdmin(identity)) {
    throw new ApiError('forbidden', 'Only an administrator may do this.');
  }
  if (access === 'google-user' && !isGoogleAccount(identity)) {
    throw new ApiError('forbidden', 'Only a Google account may do this.');
  }
  return identity;
}
