import {
  bearer,
  followSession,
  refuseToken,
  signInAdmin,
  signOut,
  tokensOf,
  useSession,
} from '../stores/session.ts';
import { call } from './call.ts';
import { hasCode } from './failure.ts';

// Loaded only for signed-in users, to keep it out of the visitors' JavaScript.
const loadGoogleSession = () => import('./google-session.ts');

const RETRY_MS = 10_000;

/**
 * Signs the user out: forgets the tokens immediately, then revokes them on the server and at Google. The user is signed
 * out of this browser even if that fails.
 */
export function logOut(): void {
  const { admin, firebase } = signOut();
  if (admin !== null) call('logoutAdmin', {}, { bearer: admin }).catch(() => undefined);
  if (firebase === null) return;
  loadGoogleSession()
    .then(({ signOutOfGoogle }) => signOutOfGoogle())
    .catch(() => undefined);
}

async function verify(token: string): Promise<void> {
  try {
    const { username } = await call('getAdmin', {}, { bearer: token });
    // The user may have signed out meanwhile.
    if (bearer() === token) signInAdmin(token, username);
  } catch (error) {
    // The server has rejected the token itself.
    if (hasCode(error, 'unauthenticated') || hasCode(error, 'forbidden')) refuseToken(token);
    else if (bearer() === token) throw error;
  }
}

/** Verifies an administrator's stored token, or renews a Google user's from now on. */
async function resume(): Promise<void> {
  const { admin, firebase } = tokensOf(useSession.getState());
  try {
    if (admin !== null) await verify(admin);
    else if (firebase !== null) await (await loadGoogleSession()).watchGoogleUser();
  } catch {
    // Without a network the stored session stays; calls that need a new token try again.
    setTimeout(() => void resume(), RETRY_MS);
  }
}

/** Loads the stored session, and verifies each administrator's token that this or another tab stores. */
export function startSession(): void {
  followSession();
  useSession.subscribe(({ is }) => {
    if (is === 'checking') void resume();
  });
  void resume();
}
