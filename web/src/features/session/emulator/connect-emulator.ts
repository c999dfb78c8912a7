import { connectAuthEmulator, type Auth } from 'firebase/auth';
import type { FirebaseConfig } from '../../../api/firebase-config.ts';

/** The Auth emulator's origin in firebase.json. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:9099';

/** Connects Firebase Auth to the local stack's Auth emulator instead of Google. */
export function connectEmulator(auth: Auth, config: FirebaseConfig): void {
  const origin = config['authEmulatorOrigin'] ?? DEFAULT_ORIGIN;
  connectAuthEmulator(auth, origin, { disableWarnings: true });
}
