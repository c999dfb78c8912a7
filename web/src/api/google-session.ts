import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  signOut,
  type Auth,
  type User,
} from 'firebase/auth';
import { requestJson } from './request.ts';
import { readIdToken, RENEWAL_MS } from '../stores/id-token.ts';
import { refuseToken, signInGoogle, tokensOf, useSession } from '../stores/session.ts';

/** The shortest delay before a renewal, which is also the retry interval without a network. */
const MIN_DELAY_MS = 30_000;
/** The Auth emulator's origin in firebase.json. */
const EMULATOR_ORIGIN = 'http://127.0.0.1:9099';

/** Returns a function that calls `open` once, or again if the last call failed. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

/** The settings of the Firebase project that the site is deployed to, from Hosting; none are secret. */
async function readConfig(): Promise<Record<string, string>> {
  const entries: [string, unknown][] = Object.entries(
    Object(await requestJson('/__/firebase/init.json')),
  );
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * Firebase Auth, set up on the first call.
 * @throws {ApiError} if its configuration can't be loaded; the next call tries again
 */
export const openAuth = once(async (): Promise<Auth> => {
  const config = await readConfig();
  // Not getAuth(), which would load Google's scripts immediately in some browsers. Sign-in passes
  // the popup resolver.
  const auth = initializeAuth(initializeApp({ ...config }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  if (import.meta.env.MODE === 'emulator') {
    const origin = config['authEmulatorOrigin'] ?? EMULATOR_ORIGIN;
    connectAuthEmulator(auth, origin, { disableWarnings: true });
  }
  return auth;
});

/** The ID token of the session, unless an administrator is signed in with a password. */
function sessionToken(): string | null {
  const { admin, firebase } = tokensOf(useSession.getState());
  return admin === null ? firebase : null;
}

let timer: ReturnType<typeof setTimeout> | undefined;

function renewLater(user: User, token: string): void {
  clearTimeout(timer);
  const expiresAt = readIdToken(token)?.expiresAt ?? 0;
  const delay = Math.max(expiresAt - RENEWAL_MS - Date.now(), MIN_DELAY_MS);
  timer = setTimeout(() => {
    // onIdTokenChanged reports a renewed token, or no user if the account was refused.
    user.getIdToken(true).catch(() => renewLater(user, token));
  }, delay);
}

async function applyUser(user: User | null): Promise<void> {
  clearTimeout(timer);
  const stored = sessionToken();
  if (stored === null) return;
  if (user === null) return refuseToken(stored);
  const token = await user.getIdToken();
  if (sessionToken() === null) return;
  if (token !== stored) signInGoogle(token);
  renewLater(user, token);
}

/**
 * Keeps the session in sync with Firebase: stores renewed tokens, and signs out an account that was
 * disabled or whose sign-in has expired.
 */
export const watchGoogleUser = once(async (): Promise<void> => {
  const auth = await openAuth();
  onIdTokenChanged(auth, (user) => {
    // Without a network the stored token stays.
    applyUser(user).catch(() => undefined);
  });
  await auth.authStateReady();
});

/**
 * Renews and stores the signed-in user's ID token; `null` if nobody is signed in to Firebase.
 * @throws what Firebase throws, for example without a network
 */
export async function renewToken(): Promise<string | null> {
  await watchGoogleUser();
  const { currentUser } = await openAuth();
  const token = (await currentUser?.getIdToken(true)) ?? null;
  if (token !== null && sessionToken() !== null) signInGoogle(token);
  return token;
}

/** Signs out of Firebase in this browser. */
export async function signOutOfGoogle(): Promise<void> {
  await signOut(await openAuth());
}
