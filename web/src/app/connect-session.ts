import { call, setBearerSource } from '../api/call.ts';
import { isFresh } from '../stores/id-token.ts';
import {
  bearer,
  dropToken,
  followSession,
  setRevoke,
  useSession,
  type Tokens,
} from '../stores/session.ts';
import { loadScript } from './load-script.ts';

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

/** Resolves when the administrator has signed in again or refused to. */
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

/** Verifies or renews a stored session while the page renders. */
function resume(): void {
  if (useSession.getState().status === 'signed-out') return;
  loadScript(() => import('../admin/session/resume-session.ts'))
    .then(({ resumeSession }) => resumeSession())
    // Without a network the stored session stays; calls that need a new token try again.
    .catch(() => {
      useSession.setState({ checkFailed: true });
      setTimeout(resume, RETRY_MS);
    });
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
    if (now.tokens !== before.tokens && now.status === 'checking') resume();
  });
  resume();
}
