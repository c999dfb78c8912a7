import { create } from 'zustand';
import { readIdToken } from './id-token.ts';
import { flag, storedValue, text } from './stored-value.ts';

/** The tokens that this browser sends with its calls. */
export interface Tokens {
  /** the access token of a login with username and password */
  admin: string | null;
  /** the ID token of a Google login, a JWT */
  firebase: string | null;
}

/** A user as shown in the top bar. */
export interface Profile {
  /** the username, or the e-mail address of a Google account */
  account: string;
  name: string;
  photoURL: string | null;
}

/**
 * Who uses this browser, and what that allows:
 *
 * | state | top bar | administration's screens | calls |
 * |---|---|---|---|
 * | `signed-out` | Login | the login | without a token |
 * | `checking` | Logout | shown | with the token; decisions wait |
 * | `visitor` | name, Logout | the login, which says why | with the token |
 * | `admin` | Dashboard, name, Logout | shown | with the token |
 * | `ended` | as `admin` | shown below the question to sign in | wait while the question is open; decisions wait |
 */
export type Session =
  /** `left`: by Logout, here or in another tab */
  | { is: 'signed-out'; left: boolean }
  /** An administrator's token is stored, which the server has not verified yet. */
  | { is: 'checking'; tokens: Tokens }
  /** signed in with Google, and not an administrator */
  | { is: 'visitor'; tokens: Tokens; profile: Profile }
  | { is: 'admin'; tokens: Tokens; profile: Profile }
  /** The server has refused the administrator's token. `asks`: whether the question to sign in again is open */
  | { is: 'ended'; tokens: Tokens; profile: Profile; asks: boolean };

const NO_TOKENS: Tokens = { admin: null, firebase: null };

const adminToken = storedValue<string | null>('adminToken', text, null);
const firebaseToken = storedValue<string | null>('firebaseToken', text, null);
/** A copy of the token in use. */
const currentToken = storedValue<string | null>('token', text, null);
/**
 * Whether this browser session has visited the hidden admin route while nobody was signed in as
 * administrator. If so, /login offers the administrator's login.
 */
export const adminLogin = storedValue('adminLogin', flag, false, 'sessionStorage');

/** The session, saved in the browser's storage and the same in all tabs. */
export const useSession = create<Session>()(() => ({ is: 'signed-out', left: false }));

/** The tokens of a session. */
export function tokensOf(session: Session): Tokens {
  return session.is === 'signed-out' ? NO_TOKENS : session.tokens;
}

/** Who is signed in; null while nobody is, or the server has not said who. */
export function profileOf(session: Session): Profile | null {
  return 'profile' in session ? session.profile : null;
}

function bearerOf({ admin, firebase }: Tokens): string | null {
  return admin ?? firebase;
}

/** The session with stored tokens; an ID token that can't be read signs nobody in. */
function sessionOf(tokens: Tokens, left = false): Session {
  if (tokens.admin !== null) return { is: 'checking', tokens };
  const claims = tokens.firebase === null ? null : readIdToken(tokens.firebase);
  if (claims === null) return { is: 'signed-out', left };
  const { isAdmin, account, name, photoURL } = claims;
  return { is: isAdmin ? 'admin' : 'visitor', tokens, profile: { account, name, photoURL } };
}

function enter(session: Session): void {
  const tokens = tokensOf(session);
  useSession.setState(session, true);
  adminToken.save(tokens.admin);
  firebaseToken.save(tokens.firebase);
  // Saved last, because all tabs follow it.
  currentToken.save(bearerOf(tokens));
}

/** The token to send with calls: the administrator's first. */
export function bearer(): string | null {
  return bearerOf(tokensOf(useSession.getState()));
}

/** Signs in with an access token that the server has issued or verified. */
export function signInAdmin(token: string, username: string): void {
  const { firebase } = tokensOf(useSession.getState());
  const profile = { account: username, name: username, photoURL: null };
  enter({ is: 'admin', tokens: { admin: token, firebase }, profile });
}

/** Signs in with a Firebase ID token, or replaces it with a newer one. */
export function signInGoogle(token: string): void {
  enter(sessionOf({ admin: null, firebase: token }));
}

/** Forgets the tokens and {@link adminLogin}. Returns the tokens, to be revoked. */
export function signOut(): Tokens {
  const tokens = tokensOf(useSession.getState());
  adminLogin.save(false);
  enter({ is: 'signed-out', left: true });
  return tokens;
}

/**
 * Ends the session of a token that the server rejects: an administrator is asked to sign in again, once, and anyone
 * else is signed out. A session with another token stays.
 */
export function refuseToken(token: string): void {
  const session = useSession.getState();
  if (token !== bearerOf(tokensOf(session))) return;
  if (session.is === 'admin') useSession.setState({ ...session, is: 'ended', asks: true }, true);
  else if (session.is !== 'ended') enter({ is: 'signed-out', left: false });
}

/** Opens or closes the question to sign in again. */
export function askToSignIn(asks: boolean): void {
  const session = useSession.getState();
  if (session.is === 'ended') useSession.setState({ ...session, asks }, true);
}

/** Loads the stored tokens. */
function reloadSession(): void {
  const tokens = { admin: adminToken.latest(), firebase: firebaseToken.latest() };
  if (bearerOf(tokens) !== bearer()) useSession.setState(sessionOf(tokens, true), true);
}

/** Loads the stored tokens, and applies changes from other tabs. */
export function followSession(): void {
  reloadSession();
  currentToken.use.subscribe(reloadSession);
}
