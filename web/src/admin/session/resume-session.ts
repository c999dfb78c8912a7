import { ApiError } from 'functions/contract';
import { call } from '../../api/call.ts';
import { bearer, dropToken, signInAdmin, useSession } from '../../stores/session.ts';

async function verify(token: string): Promise<void> {
  try {
    const { username } = await call('getAdmin', {}, { bearer: token });
    // The user may have signed out meanwhile.
    if (bearer() === token) signInAdmin(token, username);
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    // The server has rejected the token itself.
    if (code === 'unauthenticated' || code === 'forbidden') dropToken(token);
    else if (bearer() === token) throw error;
  }
}

/**
 * Resumes a stored session: the server verifies an administrator's token (specification §4), and a
 * Google user's token is renewed from now on.
 * @throws if the server can't be reached; the session survives
 */
export async function resumeSession(): Promise<void> {
  const { tokens } = useSession.getState();
  if (tokens.admin !== null) {
    await verify(tokens.admin);
  } else if (tokens.firebase !== null) {
    const { watchGoogleUser } = await import('./google/google-session.ts');
    await watchGoogleUser();
  }
}
