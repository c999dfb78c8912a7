import { onIdTokenChanged, signOut, type Auth, type User } from 'firebase/auth';
import { readIdToken, RENEWAL_MS } from '../../../stores/id-token.ts';
import { useSession } from '../../../stores/session.ts';
import { openAuth } from './auth.ts';

/** The shortest delay before a renewal, which is also the retry interval without a network. */
const MIN_DELAY_MS = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let watching: Promise<void> | undefined;

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
  const { provider, tokens, signInGoogle, drop } = useSession.getState();
  if (provider !== 'google' || tokens.firebase === null) return;
  if (user === null) {
    drop(tokens.firebase);
    return;
  }
  const token = await user.getIdToken();
  if (useSession.getState().provider !== 'google') return;
  if (token !== tokens.firebase) signInGoogle(token);
  renewLater(user, token);
}

async function watch(): Promise<void> {
  const auth = await openAuth();
  onIdTokenChanged(auth, (user) => {
    // Without a network the stored token stays.
    applyUser(user).catch(() => undefined);
  });
  await auth.authStateReady();
}

/**
 * Keeps the session in sync with Firebase: stores renewed tokens, and signs out an account that was
 * disabled or whose sign-in has expired (specification §4).
 */
export function watchGoogleUser(): Promise<void> {
  watching ??= watch().catch((error: unknown) => {
    watching = undefined;
    throw error;
  });
  return watching;
}

/**
 * Renews and stores the signed-in user's ID token; `null` if nobody is signed in to Firebase.
 * @throws what Firebase throws, for example without a network
 */
export async function renewToken(): Promise<string | null> {
  await watchGoogleUser();
  const auth = await openAuth();
  const token = (await auth.currentUser?.getIdToken(true)) ?? null;
  const { provider, signInGoogle } = useSession.getState();
  if (token !== null && provider === 'google') signInGoogle(token);
  return token;
}

/** Signs out of Firebase in this browser. */
export async function signOutOfGoogle(): Promise<void> {
  const auth: Auth = await openAuth();
  await signOut(auth);
}
