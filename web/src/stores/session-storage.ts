/** The storage keys of the tokens (specification §3, browser storage). */
export const TOKEN_KEYS = {
  admin: 'adminToken',
  firebase: 'firebaseToken',
  /** a copy of the token in use */
  current: 'token',
} as const;

const ADMIN_LOGIN_KEY = 'adminLogin';

/** The tokens that this browser sends with its calls. */
export interface Tokens {
  /** the access token of a login with username and password */
  admin: string | null;
  /** the ID token of a Google login, a JWT */
  firebase: string | null;
}

export const NO_TOKENS: Tokens = { admin: null, firebase: null };

/** The stored tokens, or `undefined` if the browser blocks storage. */
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

/** The token to send with calls: the administrator's first (specification §6). */
export function bearerOf(tokens: Tokens): string | null {
  return tokens.admin ?? tokens.firebase;
}

function store(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
}

/** Stores the tokens. If the browser blocks storage, they last as long as the page. */
export function saveTokens(tokens: Tokens): void {
  try {
    store(TOKEN_KEYS.admin, tokens.admin);
    store(TOKEN_KEYS.firebase, tokens.firebase);
    store(TOKEN_KEYS.current, bearerOf(tokens));
  } catch {
    // The session store also holds them.
  }
}

/** Whether this browser session has visited the hidden admin route. If so, /login shows the admin tab. */
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
