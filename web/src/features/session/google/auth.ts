import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  indexedDBLocalPersistence,
  initializeAuth,
  type Auth,
} from 'firebase/auth';
import { fetchFirebaseConfig } from '../../../api/firebase-config.ts';

async function createAuth(): Promise<Auth> {
  const config = await fetchFirebaseConfig();
  // Not getAuth(), which would load Google's scripts immediately in some browsers. Sign-in passes
  // the popup resolver.
  const auth = initializeAuth(initializeApp({ ...config }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  if (import.meta.env.MODE === 'emulator') {
    const { connectEmulator } = await import('../emulator/connect-emulator.ts');
    connectEmulator(auth, config);
  }
  return auth;
}

let opened: Promise<Auth> | undefined;

/**
 * Firebase Auth, set up on the first call.
 * @throws {ApiError} if its configuration can't be loaded; the next call tries again
 */
export function openAuth(): Promise<Auth> {
  opened ??= createAuth().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}
