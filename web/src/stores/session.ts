import { create } from 'zustand';
import { readIdToken } from './id-token.ts';
import {
  bearerOf,
  loadTokens,
  NO_TOKENS,
  offerAdminLogin,
  saveTokens,
  TOKEN_KEYS,
  type Tokens,
} from './session-storage.ts';

/** The user as shown in the top bar. */
export interface Profile {
  name: string;
  photoURL: string | null;
}

interface SessionState {
  /** `checking`: an administrator's token is stored, and the server has not verified it yet. */
  status: 'checking' | 'signed-out' | 'signed-in';
  isAdmin: boolean;
  profile: Profile | null;
  provider: 'password' | 'google' | null;
  tokens: Tokens;
  /** True if the server could not be reached to verify the token. */
  checkFailed: boolean;
  /** True after the user has chosen to sign out, until the page is reloaded. */
  left: boolean;
}

interface SessionStore extends SessionState {
  /** The token to send with calls: the administrator's, else the Google user's. */
  bearer: () => string | null;
  /** Signs in with an access token that the server has issued or verified. */
  signInAdmin: (token: string, username: string) => void;
  /** Signs in with a Firebase ID token, or replaces it with a newer one. */
  signInGoogle: (token: string) => void;
  /** Sets whether the last attempt to verify the stored token failed; `false` before each attempt. */
  setCheckFailed: (failed: boolean) => void;
  /** Signs out: clears the tokens and the flag immediately, then revokes the tokens. */
  signOut: () => void;
  /** Ends the session of a token that the server rejects. A session with another token stays. */
  drop: (token: string) => void;
  /** Loads the stored tokens: at the start, and after a change in another tab. */
  reload: () => void;
}

/** Revokes tokens on the server and at Google after this browser has dropped them. */
export type Revoke = (tokens: Tokens) => void;

const SIGNED_OUT: SessionState = {
  status: 'signed-out',
  isAdmin: false,
  profile: null,
  provider: null,
  tokens: NO_TOKENS,
  checkFailed: false,
  left: false,
};

let revoke: Revoke = () => undefined;

/** Sets how tokens are revoked; stores make no calls themselves. */
export function setRevoke(how: Revoke): void {
  revoke = how;
}

function googleState(token: string): SessionState {
  const claims = readIdToken(token);
  if (claims === null) return SIGNED_OUT;
  const { name, photoURL, isAdmin } = claims;
  return {
    ...SIGNED_OUT,
    status: 'signed-in',
    isAdmin,
    profile: { name, photoURL },
    provider: 'google',
    tokens: { admin: null, firebase: token },
  };
}

function stateOf(tokens: Tokens): SessionState {
  if (tokens.admin !== null) {
    return { ...SIGNED_OUT, status: 'checking', provider: 'password', tokens };
  }
  return tokens.firebase === null ? SIGNED_OUT : googleState(tokens.firebase);
}

/** The signed-in user, saved in the browser's storage and the same in all tabs. */
export const useSession = create<SessionStore>()((set, get) => {
  const enter = (state: SessionState) => {
    saveTokens(state.tokens);
    set(state);
  };
  return {
    ...SIGNED_OUT,
    bearer: () => bearerOf(get().tokens),
    signInAdmin: (token, username) =>
      enter({
        ...SIGNED_OUT,
        status: 'signed-in',
        isAdmin: true,
        profile: { name: username, photoURL: null },
        provider: 'password',
        tokens: { ...get().tokens, admin: token },
      }),
    signInGoogle: (token) => enter(googleState(token)),
    setCheckFailed: (checkFailed) => set({ checkFailed }),
    signOut: () => {
      const { tokens } = get();
      offerAdminLogin(false);
      enter({ ...SIGNED_OUT, left: true });
      revoke(tokens);
    },
    drop: (token) => {
      const { tokens, bearer } = get();
      if (token !== bearer()) return;
      enter(SIGNED_OUT);
      revoke({ ...tokens, admin: null });
    },
    reload: () => {
      const tokens = loadTokens();
      if (tokens === undefined || bearerOf(tokens) === get().bearer()) return;
      set(stateOf(tokens));
    },
  };
});

/** Applies changes from other tabs. Returns a function that stops it. */
export function syncSessionAcrossTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared. `token` is written last.
    if (key === TOKEN_KEYS.current || key === null) useSession.getState().reload();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
