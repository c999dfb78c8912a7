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

/** Who is shown in the top bar. */
export interface Profile {
  name: string;
  photoURL: string | null;
}

interface SessionState {
  /** `checking`: an administrator's token is stored, and the server has not vouched for it yet. */
  status: 'checking' | 'signed-out' | 'signed-in';
  isAdmin: boolean;
  profile: Profile | null;
  provider: 'password' | 'google' | null;
  tokens: Tokens;
  /** True after a check that the server did not answer. */
  checkFailed: boolean;
  /** True once the user has chosen to sign out, until the page is loaded anew. */
  left: boolean;
}

interface SessionStore extends SessionState {
  /** The token that calls are signed with: the administrator's, else the Google user's. */
  bearer: () => string | null;
  /** Signs in with an access token that the server has given, or vouched for. */
  signInAdmin: (token: string, username: string) => void;
  /** Signs in with a Firebase ID token, or replaces it by a newer one. */
  signInGoogle: (token: string) => void;
  /** Notes that the server could not be asked about the stored token; `false` before the next try. */
  setCheckFailed: (failed: boolean) => void;
  /** Signs out: tokens and flag go at once, then what stands behind them is told. */
  signOut: () => void;
  /** Drops the session of a token that the server refuses; another session stays. */
  drop: (token: string) => void;
  /** Takes over what is stored: at the start, and after a change in another tab. */
  reload: () => void;
}

/** Ends what stands behind tokens that are gone from here. */
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

/** Says how tokens are revoked; the stores themselves call nobody. */
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

/** Who uses this browser: kept in its storage, the same in all of its tabs. */
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

/** Keeps the store in step with the other tabs; returns how to stop. */
export function followSessionInOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared. `token` is written last.
    if (key === TOKEN_KEYS.current || key === null) useSession.getState().reload();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
