import {
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  signInWithPopup,
  signOut,
  type Auth,
  type User,
} from 'firebase/auth';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../stores/session.ts';
import { openAuth, watchGoogleUser } from './google-session.ts';

export { openAuth };

/** Lets the user choose an account. */
async function chooseAccount(auth: Auth): Promise<User> {
  if (import.meta.env.MODE === 'emulator') {
    const chooser = await import('../emulator/choose-account.tsx');
    return chooser.chooseAccount(auth);
  }
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  return (await signInWithPopup(auth, provider, browserPopupRedirectResolver)).user;
}

async function logIn(user: User): Promise<string> {
  const { uid, email, displayName, photoURL, emailVerified } = user;
  const token = await user.getIdToken();
  const body = { uid, email, displayName, photoURL, emailVerified };
  const { refresh_token } = await call('loginGoogle', { body }, { bearer: token });
  // Only the next token contains the administrator's claim.
  return refresh_token ? user.getIdToken(true) : token;
}

/**
 * Signs in with a Google account, on the server too.
 * @throws what Firebase throws, with a `code` such as `auth/popup-closed-by-user`; {ApiError} if the
 *   server refuses the account
 */
export async function signInWithGoogle(): Promise<void> {
  const auth = await openAuth();
  const user = await chooseAccount(auth);
  try {
    useSession.getState().signInGoogle(await logIn(user));
  } catch (error) {
    await signOut(auth);
    throw error;
  }
  await watchGoogleUser();
}
