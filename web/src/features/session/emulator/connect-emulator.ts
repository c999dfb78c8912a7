import { connectAuthEmulator, type Auth } from 'firebase/auth';
import type { FirebaseConfig } from '../../../api/firebase-config.ts';

/** Where firebase.json has the Auth emulator. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:9099';

/** Has Firebase Auth talk to the emulator that the local stack names, never to Google. */
export function connectEmulator(auth: Auth, config: FirebaseConfig): void {
  const origin = config['authEmulatorOrigin'] ?? DEFAULT_ORIGIN;
  connectAuthEmulator(auth, origin, { disableWarnings: true });
}
