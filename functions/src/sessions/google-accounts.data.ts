import { getApps, initializeApp } from 'firebase-admin/app';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { ApiError } from '../contract/index.ts';
import { withDeadline } from '../platform/deadline.ts';
import { onFirstUse } from '../platform/once.ts';

/** A Google account as Firebase Auth knows it now. */
export type GoogleAccount = Pick<UserRecord, 'uid' | 'emailVerified' | 'disabled'> &
  Partial<
    Pick<UserRecord, 'email' | 'displayName' | 'photoURL' | 'customClaims' | 'tokensValidAfterTime'>
  >;

export type GoogleAccounts = ReturnType<typeof createGoogleAccounts>;

const DEADLINE_MS = 5_000;

const authError = z.object({ code: z.string(), message: z.string() });

const REFUSED = new Set([
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);
/** The SDK uses the code of a bad token also when it can't fetch Google's keys. Only the text differs. */
const BAD_TOKEN = /^(Firebase ID token has |Decoding Firebase ID token failed|verifyIdToken\(\) )/;

/** Whether an error of Firebase Auth means that the token is invalid, not that the check failed. */
export function isTokenRejection(error: unknown): boolean {
  const { code = '', message = '' } = authError.safeParse(error).data ?? {};
  return REFUSED.has(code) || (code === 'auth/argument-error' && BAD_TOKEN.test(message));
}

/** Includes only the error's code, because its text and request may contain the account. */
function unavailable(error?: unknown): ApiError {
  const code = authError.safeParse(error).data?.code ?? 'no answer';
  return new ApiError('unavailable', 'Google sign-in is not available. Please try again later.', {
    retryAfter: 10,
    cause: new Error(`Firebase Auth: ${code}`),
  });
}

/**
 * The project's Google accounts in Firebase Auth, whose SDK is loaded on first use. Every call throws
 * ApiError unavailable when Firebase Auth fails or does not answer within five seconds.
 */
export function createGoogleAccounts({ projectId }: Pick<Config, 'projectId'>) {
  const open = onFirstUse(async () => {
    const { getAuth } = await import('firebase-admin/auth');
    return getAuth(initializeApp({ projectId }, `auth-${getApps().length}`));
  });

  /** @returns undefined when Firebase Auth rejects the token or the account */
  async function call<Result>(request: (auth: Auth) => Promise<Result>) {
    const auth = await open();
    try {
      return await withDeadline(request(auth), AbortSignal.timeout(DEADLINE_MS), unavailable);
    } catch (error) {
      if (isTokenRejection(error)) return undefined;
      throw error instanceof ApiError ? error : unavailable(error);
    }
  }

  return {
    /** The claims of an ID token that Firebase issued for this project; undefined for any other. */
    verify: (token: string): Promise<object | undefined> =>
      call((auth) => auth.verifyIdToken(token)),
    /** The account as it is now; undefined when it was deleted. */
    find: (uid: string): Promise<GoogleAccount | undefined> => call((auth) => auth.getUser(uid)),
    /** Replaces all custom claims of an account; nothing happens if it was deleted. */
    setClaims: (uid: string, claims: object): Promise<void> =>
      call((auth) => auth.setCustomUserClaims(uid, claims)),
    /** Revokes every token of an account. */
    revoke: (uid: string): Promise<void> => call((auth) => auth.revokeRefreshTokens(uid)),
  };
}
