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
import { openAuth } from './auth.ts';
import { followGoogleUser } from './google-session.ts';

/** Has the user choose an account. */
type ChooseAccount = (auth: Auth) => Promise<User>;

const openPopup: ChooseAccount = async (auth) => {
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  return (await signInWithPopup(auth, provider, browserPopupRedirectResolver)).user;
};

async function wayToChoose(): Promise<ChooseAccount> {
  if (import.meta.env.MODE !== 'emulator') return openPopup;
  const { chooseAccount } = await import('../emulator/choose-account.tsx');
  return chooseAccount;
}

/**
 * Gets ready for a sign-in, so that its popup follows the click at once. Asks nobody but this site.
 * @throws {ApiError} where the configuration can't be had
 */
export async function prepare(): Promise<void> {
  await openAuth();
}

async function introduce(user: User): Promise<string> {
  const { uid, email, displayName, photoURL, emailVerified } = user;
  const token = await user.getIdToken();
  const body = { uid, email, displayName, photoURL, emailVerified };
  const { refresh_token } = await call('loginGoogle', { body }, { bearer: token });
  // The administrator's claim is in the next token only.
  return refresh_token ? user.getIdToken(true) : token;
}

/**
 * Signs in with a Google account and introduces it to the server.
 * @throws what Firebase throws, with a `code` such as `auth/popup-closed-by-user`; {ApiError} where
 *   the server refuses the account
 */
export async function signInWithGoogle(): Promise<void> {
  const auth = await openAuth();
  const chooseAccount = await wayToChoose();
  const user = await chooseAccount(auth);
  try {
    useSession.getState().signInGoogle(await introduce(user));
  } catch (error) {
    await signOut(auth);
    throw error;
  }
  await followGoogleUser();
}
