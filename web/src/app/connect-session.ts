import { setBearerSource } from '../api/bearer.ts';
import { call } from '../api/call.ts';
import { isFresh } from '../stores/id-token.ts';
import type { Tokens } from '../stores/session-storage.ts';
import { followSessionInOtherTabs, setRevoke, useSession } from '../stores/session.ts';

// What only a signed-in user needs is no part of the visitors' JavaScript.
const loadGoogleSession = () => import('../features/session/google/google-session.ts');
const loadResume = () => import('../features/session/resume-session.ts');

async function bearerFor(access: 'admin' | 'google-user'): Promise<string | null> {
  const { tokens } = useSession.getState();
  if (access === 'admin' && tokens.admin !== null) return tokens.admin;
  if (tokens.firebase === null || isFresh(tokens.firebase)) return tokens.firebase;
  const { renewToken } = await loadGoogleSession();
  return renewToken();
}

async function endGoogleSession(): Promise<void> {
  const { leaveGoogle } = await loadGoogleSession();
  await leaveGoogle();
}

/** Best effort: whoever signs out is signed out here, whatever the network says. */
function revoke({ admin, firebase }: Tokens): void {
  if (admin !== null) call('logoutAdmin', {}, { bearer: admin }).catch(() => undefined);
  if (firebase !== null) endGoogleSession().catch(() => undefined);
}

/** Has what is stored of a session checked or renewed; the page is drawn meanwhile. */
function resume(): void {
  if (useSession.getState().status === 'signed-out') return;
  loadResume()
    .then(({ resumeSession }) => resumeSession())
    // Without a network the session stays as it is stored; a call that needs more tries again.
    .catch(() => undefined);
}

/**
 * Ties the session to the rest: calls are signed with it, its end is told to where it began, and it
 * is the same in all tabs.
 * @returns how to untie it
 */
export function connectSession(): () => void {
  setBearerSource({ bearerFor, onRefused: (bearer) => useSession.getState().drop(bearer) });
  setRevoke(revoke);
  const stopFollowing = followSessionInOtherTabs();
  const unsubscribe = useSession.subscribe((now, before) => {
    if (now.status === 'checking' && now.tokens !== before.tokens) resume();
  });
  resume();
  return () => {
    stopFollowing();
    unsubscribe();
  };
}
