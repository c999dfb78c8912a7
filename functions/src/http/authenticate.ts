import type { Request } from 'express';
import { ApiError, type Access } from '../contract/index.ts';
import { isAdmin, isGoogleAccount, visitor, type Identity } from '../identity.ts';

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * The caller of this request, if the endpoint admits them. All permissions are decided here.
 * @throws ApiError unauthenticated if a bearer is required and missing, or is invalid; forbidden if its
 *   owner may not call the endpoint
 */
export async function authenticate(
  request: Request,
  access: Access,
  identify: (bearer: string) => Promise<Identity>,
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
