import { ApiError } from 'functions/contract';
import { call } from '../../api/call.ts';
import { useSession } from '../../stores/session.ts';

/** Whether the server has spoken against the token itself. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'unauthenticated' || error.code === 'forbidden')
  );
}

async function verify(token: string): Promise<void> {
  const { bearer, signInAdmin, drop, setCheckFailed } = useSession.getState();
  setCheckFailed(false);
  try {
    const { username } = await call('getAdmin', {}, { bearer: token });
    // Meanwhile the user may have signed out.
    if (bearer() === token) signInAdmin(token, username);
  } catch (error) {
    if (isRefusal(error)) {
      drop(token);
    } else if (bearer() === token) {
      setCheckFailed(true);
      window.addEventListener('online', () => void resumeSession(), { once: true });
    }
  }
}

/**
 * Takes up a stored session: an administrator's token is verified by the server (specification §4),
 * a Google user's is kept fresh from now on. A server that can't be reached costs nobody the session.
 */
export async function resumeSession(): Promise<void> {
  const { tokens } = useSession.getState();
  if (tokens.admin !== null) {
    await verify(tokens.admin);
  } else if (tokens.firebase !== null) {
    const { followGoogleUser } = await import('./google/google-session.ts');
    await followGoogleUser();
  }
}
