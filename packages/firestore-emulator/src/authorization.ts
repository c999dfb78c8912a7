import type { Metadata } from '@grpc/grpc-js';
import { Code, RpcError } from './status.ts';

// What the Admin SDK sends when FIRESTORE_EMULATOR_HOST is set.
const ADMIN = 'Bearer owner';

/** @throws RpcError PERMISSION_DENIED when the caller is not the Admin SDK */
export function checkAuthorization(metadata: Metadata): void {
  if (metadata.get('authorization').includes(ADMIN)) return;
  throw new RpcError(
    Code.PERMISSION_DENIED,
    'The security rules deny every client. Only the Admin SDK has access.',
  );
}
