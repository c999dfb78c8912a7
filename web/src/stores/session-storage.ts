/** Where this browser keeps its sign-in (specification §3, browser storage). */
export const TOKEN_KEYS = {
  admin: 'adminToken',
  firebase: 'firebaseToken',
  /** a copy of the one in use */
  current: 'token',
} as const;

const ADMIN_LOGIN_KEY = 'adminLogin';

/** What this browser signs its calls with. */
export interface Tokens {
  /** the access token of a login with username and password */
  admin: string | null;
  /** the ID token of a Google login, a JWT */
  firebase: string | null;
}

export const NO_TOKENS: Tokens = { admin: null, firebase: null };

/** The stored tokens, or `undefined` where the browser refuses its storage. */
export function loadTokens(): Tokens | undefined {
  try {
    return {
      admin: localStorage.getItem(TOKEN_KEYS.admin),
      firebase: localStorage.getItem(TOKEN_KEYS.firebase),
    };
  } catch {
    return undefined;
  }
}

/** The token that calls are signed with: the administrator's first (specification §6). */
export function bearerOf(tokens: Tokens): string | null {
  return tokens.admin ?? tokens.firebase;
}

function keep(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
}

/** Stores the tokens. Where the browser refuses, they last as long as the page. */
export function saveTokens(tokens: Tokens): void {
  try {
    keep(TOKEN_KEYS.admin, tokens.admin);
    keep(TOKEN_KEYS.firebase, tokens.firebase);
    keep(TOKEN_KEYS.current, bearerOf(tokens));
  } catch {
    // The session is in the store, too.
  }
}

/** Whether this browser session has visited the hidden admin route: /login then offers its tab. */
export function isAdminLoginOffered(): boolean {
  try {
    return sessionStorage.getItem(ADMIN_LOGIN_KEY) !== null;
  } catch {
    return false;
  }
}

/** Sets or clears the flag behind {@link isAdminLoginOffered}. */
export function offerAdminLogin(offered: boolean): void {
  try {
    if (offered) sessionStorage.setItem(ADMIN_LOGIN_KEY, 'true');
    else sessionStorage.removeItem(ADMIN_LOGIN_KEY);
  } catch {
    // Without session storage there is no tab.
  }
}
