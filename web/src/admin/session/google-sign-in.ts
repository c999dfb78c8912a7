import {
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  signInWithCredential,
  signInWithPopup,
  signOut,
  type Auth,
  type User,
} from 'firebase/auth';
import { call } from '../../api/call.ts';
import { signInGoogle } from '../../stores/session.ts';
import { openAuth, watchGoogleUser } from '../../api/google-session.ts';

export { openAuth };

/**
 * Replaces Google's popup: the Auth emulator accepts any claims as JSON instead of a signed token. An
 * address always has the same account, which is created if it does not exist yet.
 */
async function chooseEmulatorAccount(auth: Auth): Promise<User> {
  const question = 'Choose an Auth emulator account: an e-mail address and a name.';
  const answer = window.prompt(question, 'admin@example.com Ada Admin') ?? '';
  const [email = '', ...names] = answer.trim().split(' ');
  if (email === '') {
    const closed = new Error('No account was chosen.');
    throw Object.assign(closed, { code: 'auth/popup-closed-by-user' });
  }
  const name = names.join(' ') || email;
  const claims = { sub: email.toLowerCase(), email, email_verified: true, name };
  const credential = GoogleAuthProvider.credential(JSON.stringify(claims));
  return (await signInWithCredential(auth, credential)).user;
}

async function chooseAccount(auth: Auth): Promise<User> {
  if (import.meta.env.MODE === 'emulator') return chooseEmulatorAccount(auth);
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
    signInGoogle(await logIn(user));
  } catch (error) {
    await signOut(auth);
    throw error;
  }
  await watchGoogleUser();
}
