import { onIdTokenChanged, signOut, type Auth, type User } from 'firebase/auth';
import { readIdToken, RENEWAL_MS } from '../../../stores/id-token.ts';
import { useSession } from '../../../stores/session.ts';
import { openAuth } from './auth.ts';

/** While the renewal fails for want of a network, it is tried again so often. */
const SOONEST_MS = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let followed: Promise<void> | undefined;

function renewLater(user: User, token: string): void {
  clearTimeout(timer);
  const expiresAt = readIdToken(token)?.expiresAt ?? 0;
  const wait = Math.max(expiresAt - RENEWAL_MS - Date.now(), SOONEST_MS);
  timer = setTimeout(() => {
    // Success comes back as a changed token; a refused account as nobody signed in.
    user.getIdToken(true).catch(() => renewLater(user, token));
  }, wait);
}

async function takeOver(user: User | null): Promise<void> {
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

async function follow(): Promise<void> {
  const auth = await openAuth();
  onIdTokenChanged(auth, (user) => {
    // Without a network the stored token stays until one is back.
    takeOver(user).catch(() => undefined);
  });
  await auth.authStateReady();
}

/**
 * Keeps the session in step with Firebase from now on: a renewed token is stored, and an account that
 * was disabled, or whose sign-in has expired, is signed out (specification §4).
 */
export function followGoogleUser(): Promise<void> {
  followed ??= follow().catch((error: unknown) => {
    followed = undefined;
    throw error;
  });
  return followed;
}

/**
 * A new ID token of the signed-in user, stored; `null` once Firebase knows nobody.
 * @throws what hinders it, such as no network
 */
export async function renewToken(): Promise<string | null> {
  await followGoogleUser();
  const auth = await openAuth();
  const token = (await auth.currentUser?.getIdToken(true)) ?? null;
  const { provider, signInGoogle } = useSession.getState();
  if (token !== null && provider === 'google') signInGoogle(token);
  return token;
}

/** Signs out of Firebase in this browser. */
export async function leaveGoogle(): Promise<void> {
  const auth: Auth = await openAuth();
  await signOut(auth);
}
