import { call, setBearerSource } from '../api/call.ts';
import { hasCode } from '../api/failure.ts';
import { isFresh } from '../stores/id-token.ts';
import {
  bearer,
  dropToken,
  followSession,
  setRevoke,
  signInAdmin,
  useSession,
  type Tokens,
} from '../stores/session.ts';

// Loaded only for signed-in users, to keep it out of the visitors' JavaScript.
const loadGoogleSession = () => import('../admin/session/google/google-session.ts');

async function bearerFor(access: 'admin' | 'google-user'): Promise<string | null> {
  const { tokens } = useSession.getState();
  if (access === 'admin' && tokens.admin !== null) return tokens.admin;
  if (tokens.firebase === null || isFresh(tokens.firebase)) return tokens.firebase;
  const { renewToken } = await loadGoogleSession();
  // If nobody is signed in to Firebase, the server rejects the token.
  return (await renewToken()) ?? tokens.firebase;
}

/** Ends the session of a rejected token. Resolves to the token of the user who has signed in again, if any. */
async function onRefused(refused: string): Promise<string | null> {
  dropToken(refused);
  if (useSession.getState().expired) await answered();
  const current = bearer();
  return current === refused ? null : current;
}

/** Resolves when the administrator has signed in again or canceled. */
function answered(): Promise<void> {
  return new Promise((resolve) => {
    const stop = useSession.subscribe(({ expired }) => {
      if (expired) return;
      stop();
      resolve();
    });
  });
}

/** Best effort: the user is signed out of this browser even if these calls fail. */
function revoke({ admin, firebase }: Tokens): void {
  if (admin !== null) call('logoutAdmin', {}, { bearer: admin }).catch(() => undefined);
  if (firebase === null) return;
  loadGoogleSession()
    .then(({ signOutOfGoogle }) => signOutOfGoogle())
    .catch(() => undefined);
}

const RETRY_MS = 10_000;

async function verify(token: string): Promise<void> {
  try {
    const { username } = await call('getAdmin', {}, { bearer: token });
    // The user may have signed out meanwhile.
    if (bearer() === token) signInAdmin(token, username);
  } catch (error) {
    // The server has rejected the token itself.
    if (hasCode(error, 'unauthenticated') || hasCode(error, 'forbidden')) dropToken(token);
    else if (bearer() === token) throw error;
  }
}

/** Verifies an administrator's stored token (specification §4), or renews a Google user's from now on. */
async function resume(): Promise<void> {
  const { status, tokens } = useSession.getState();
  if (status === 'signed-out') return;
  try {
    if (tokens.admin !== null) await verify(tokens.admin);
    else await (await loadGoogleSession()).watchGoogleUser();
  } catch {
    // Without a network the stored session stays; calls that need a new token try again.
    useSession.setState({ checkFailed: true });
    setTimeout(() => void resume(), RETRY_MS);
  }
}

/**
 * Loads the stored session and connects it to the API client and to the other tabs: calls use its
 * tokens, and signing out revokes them.
 */
export function connectSession(): void {
  setBearerSource({ bearerFor, onRefused });
  setRevoke(revoke);
  followSession();
  useSession.subscribe((now, before) => {
    if (now.tokens !== before.tokens && now.status === 'checking') void resume();
  });
  void resume();
}
