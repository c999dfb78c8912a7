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
  // Not getAuth(): it would load Google's scripts at once in some browsers. What opens the popup is
  // handed over at sign-in.
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
 * @throws {ApiError} where its configuration can't be had; the next call tries again
 */
export function openAuth(): Promise<Auth> {
  opened ??= createAuth().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}
