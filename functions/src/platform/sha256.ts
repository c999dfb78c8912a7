import { createHash } from 'node:crypto';

/** The SHA-256 of a text or bytes. */
export function sha256(content: string | Uint8Array, as: 'base64url' | 'hex' = 'base64url') {
  return createHash('sha256').update(content).digest(as);
}
