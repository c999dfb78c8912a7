import type { Metadata } from '@grpc/grpc-js';
import { Code, RpcError } from '../status.ts';

// What the Admin SDK sends when FIRESTORE_EMULATOR_HOST is set.
const ADMIN = 'Bearer owner';

/** @returns whether the Admin SDK calls, and not a client that the security rules apply to */
export function isAdmin(metadata: Metadata): boolean {
  return metadata.get('authorization').includes(ADMIN);
}

/** @returns the error that every client is answered with */
export function permissionDenied(): RpcError {
  return new RpcError(
    Code.PERMISSION_DENIED,
    'The security rules deny every client. Only the Admin SDK has access.',
  );
}
