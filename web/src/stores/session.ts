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

interface Session {
  /** `checking`: an administrator's token is stored, and the server has not verified it yet. */
  status: 'checking' | 'signed-out' | 'signed-in';
  isAdmin: boolean;
  /** the user as shown in the top bar */
  profile: { name: string; photoURL: string | null } | null;
  tokens: Tokens;
  /** True if the server could not be reached to verify the token. */
  checkFailed: boolean;
  /** True after the user has chosen to sign out, until the page is reloaded. */
  left: boolean;
  /** True while an administrator whose token was rejected is asked to sign in again. */
  expired: boolean;
}

interface SessionState extends Session {
  /** True while the page can ask an administrator to sign in again without leaving the screen. */
  asksAgain: boolean;
}

const SIGNED_OUT: Session = {
  status: 'signed-out',
  isAdmin: false,
  profile: null,
  tokens: { admin: null, firebase: null },
  checkFailed: false,
  left: false,
  expired: false,
};

// The tokens (specification §3, browser storage).
const adminToken = storedValue<string | null>('adminToken', text, null);
const firebaseToken = storedValue<string | null>('firebaseToken', text, null);
/** A copy of the token in use. */
const currentToken = storedValue<string | null>('token', text, null);
/**
 * Whether this browser session has visited the hidden admin route while nobody was signed in as
 * administrator. If so, /login offers the administrator's login.
 */
export const adminLogin = storedValue('adminLogin', flag, false, 'sessionStorage');

/** The signed-in user, saved in the browser's storage and the same in all tabs. */
export const useSession = create<SessionState>()(() => ({ ...SIGNED_OUT, asksAgain: false }));

let revoke: (tokens: Tokens) => void = () => undefined;

/**
 * Sets how tokens are revoked on the server and at Google after this browser has dropped them;
 * stores make no calls themselves.
 */
export function setRevoke(how: (tokens: Tokens) => void): void {
  revoke = how;
}

function bearerOf({ admin, firebase }: Tokens): string | null {
  return admin ?? firebase;
}

/** The state with stored tokens; an ID token that can't be read signs nobody in. */
function sessionOf(tokens: Tokens): Session {
  if (tokens.admin !== null) return { ...SIGNED_OUT, status: 'checking', tokens };
  const claims = tokens.firebase === null ? null : readIdToken(tokens.firebase);
  if (claims === null) return SIGNED_OUT;
  const { name, photoURL, isAdmin } = claims;
  return { ...SIGNED_OUT, status: 'signed-in', isAdmin, profile: { name, photoURL }, tokens };
}

function enter(session: Session): void {
  useSession.setState(session);
  adminToken.save(session.tokens.admin);
  firebaseToken.save(session.tokens.firebase);
  // Saved last, because all tabs follow it.
  currentToken.save(bearerOf(session.tokens));
}

/** The token to send with calls: the administrator's first (specification §6). */
export function bearer(): string | null {
  return bearerOf(useSession.getState().tokens);
}

/** Signs in with an access token that the server has issued or verified. */
export function signInAdmin(token: string, username: string): void {
  enter({
    ...SIGNED_OUT,
    status: 'signed-in',
    isAdmin: true,
    profile: { name: username, photoURL: null },
    tokens: { ...useSession.getState().tokens, admin: token },
  });
}

/** Signs in with a Firebase ID token, or replaces it with a newer one. */
export function signInGoogle(token: string): void {
  enter(sessionOf({ admin: null, firebase: token }));
}

/** Signs out: clears the tokens and {@link adminLogin} immediately, then revokes the tokens. */
export function signOut(): void {
  const { tokens } = useSession.getState();
  adminLogin.save(false);
  enter({ ...SIGNED_OUT, left: true });
  revoke(tokens);
}

/**
 * Ends the session of a token that the server rejects. An administrator is asked to sign in again if
 * the page can do so. A session with another token stays.
 */
export function dropToken(token: string): void {
  const { tokens, isAdmin, asksAgain } = useSession.getState();
  if (token !== bearerOf(tokens)) return;
  if (isAdmin && asksAgain) return useSession.setState({ expired: true });
  enter(SIGNED_OUT);
  revoke({ ...tokens, admin: null });
}

/** Stops asking an administrator to sign in again. The screen stays; the next call asks again. */
export function stopAsking(): void {
  useSession.setState({ expired: false });
}

/** Loads the stored tokens. */
function reloadSession(): void {
  const tokens = { admin: adminToken.latest(), firebase: firebaseToken.latest() };
  if (bearerOf(tokens) === bearer()) return;
  // Signed in again in another tab: what is open here stays.
  const { isAdmin, asksAgain } = useSession.getState();
  const staysOpen = isAdmin && asksAgain && tokens.admin !== null;
  useSession.setState(staysOpen ? { tokens, expired: false } : sessionOf(tokens));
}

/** Loads the stored tokens, and applies changes from other tabs. */
export function followSession(): void {
  reloadSession();
  currentToken.use.subscribe(reloadSession);
}
