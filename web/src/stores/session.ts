import { create } from 'zustand';
import { readIdToken } from './id-token.ts';
import { json, storedValue, text } from './stored-value.ts';

/** The tokens that this browser sends with its calls. */
export interface Tokens {
  /** the access token of a login with username and password */
  admin: string | null;
  /** the ID token of a Google login, a JWT */
  firebase: string | null;
}

interface SessionState {
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

interface SessionStore extends SessionState {
  /**
   * Whether this browser session has visited the hidden admin route while nobody was signed in as
   * administrator. If so, /login offers the administrator's login.
   */
  adminLoginOffered: boolean;
  /** True while the page can ask an administrator to sign in again without leaving the screen. */
  asksAgain: boolean;
  /** Sets or clears the flag, also in the storage of the browser session. */
  offerAdminLogin: (offered: boolean) => void;
  /** The token to send with calls: the administrator's first (specification §6). */
  bearer: () => string | null;
  /** Signs in with an access token that the server has issued or verified. */
  signInAdmin: (token: string, username: string) => void;
  /** Signs in with a Firebase ID token, or replaces it with a newer one. */
  signInGoogle: (token: string) => void;
  /** Signs out: clears the tokens and the flag immediately, then revokes the tokens. */
  signOut: () => void;
  /**
   * Ends the session of a token that the server rejects. An administrator is asked to sign in again if
   * the page can do so. A session with another token stays.
   */
  drop: (token: string) => void;
  /** Stops asking an administrator to sign in again. The screen stays; the next call asks again. */
  stopAsking: () => void;
  /** Loads the stored tokens and the flag. */
  reload: () => void;
}

const SIGNED_OUT: SessionState = {
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
const isTrue = json((content) => content === true);
/** Holds `adminLoginOffered`, in the storage of the browser session. */
const adminLogin = storedValue('adminLogin', isTrue, false, 'sessionStorage');

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
function stateOf(tokens: Tokens): SessionState {
  if (tokens.admin !== null) return { ...SIGNED_OUT, status: 'checking', tokens };
  const claims = tokens.firebase === null ? null : readIdToken(tokens.firebase);
  if (claims === null) return SIGNED_OUT;
  const { name, photoURL, isAdmin } = claims;
  return { ...SIGNED_OUT, status: 'signed-in', isAdmin, profile: { name, photoURL }, tokens };
}

/** The signed-in user, saved in the browser's storage and the same in all tabs. */
export const useSession = create<SessionStore>()((set, get) => {
  const enter = (state: SessionState) => {
    adminToken.save(state.tokens.admin);
    firebaseToken.save(state.tokens.firebase);
    // Saved last, because other tabs follow it.
    currentToken.save(bearerOf(state.tokens));
    set(state);
  };
  return {
    ...SIGNED_OUT,
    adminLoginOffered: false,
    asksAgain: false,
    offerAdminLogin: (adminLoginOffered) => {
      adminLogin.save(adminLoginOffered);
      set({ adminLoginOffered });
    },
    bearer: () => bearerOf(get().tokens),
    signInAdmin: (token, username) =>
      enter({
        ...SIGNED_OUT,
        status: 'signed-in',
        isAdmin: true,
        profile: { name: username, photoURL: null },
        tokens: { ...get().tokens, admin: token },
      }),
    signInGoogle: (token) => enter(stateOf({ admin: null, firebase: token })),
    signOut: () => {
      const { tokens, offerAdminLogin } = get();
      offerAdminLogin(false);
      enter({ ...SIGNED_OUT, left: true });
      revoke(tokens);
    },
    drop: (token) => {
      const { tokens, bearer, isAdmin, asksAgain } = get();
      if (token !== bearer()) return;
      if (isAdmin && asksAgain) return set({ expired: true });
      enter(SIGNED_OUT);
      revoke({ ...tokens, admin: null });
    },
    stopAsking: () => set({ expired: false }),
    reload: () => {
      set({ adminLoginOffered: adminLogin.latest() });
      const tokens = { admin: adminToken.latest(), firebase: firebaseToken.latest() };
      if (bearerOf(tokens) === get().bearer()) return;
      // Signed in again in another tab: what is open here stays.
      const { isAdmin, asksAgain } = get();
      if (isAdmin && asksAgain && tokens.admin !== null) set({ tokens, expired: false });
      else set(stateOf(tokens));
    },
  };
});

/** Loads the stored tokens and the flag, and applies changes from other tabs. */
export function followSession(): void {
  currentToken.follow(useSession.getState().reload);
}
