import { getApps, initializeApp } from 'firebase-admin/app';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import * as z from 'zod/mini';
import { withDeadline } from '../platform/deadline.ts';
import { onFirstUse } from '../platform/on-first-use.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../contract/index.ts';

/** A Google account as Firebase Auth knows it now. */
export type GoogleAccount = ReturnType<typeof toAccount>;

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

function toAccount(user: UserRecord) {
  const claims: Record<string, unknown> = user.customClaims ?? {};
  return {
    claims,
    uid: user.uid,
    email: user.email ?? null,
    emailVerified: user.emailVerified,
    displayName: user.displayName ?? null,
    photoURL: user.photoURL ?? null,
    disabled: user.disabled,
    /** milliseconds since the epoch; tokens of earlier sign-ins are revoked */
    tokensValidAfter: Date.parse(user.tokensValidAfterTime ?? '') || 0,
  };
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

  /** @returns undefined when `mayReject` is true and Firebase Auth rejects the token or the account */
  async function call<Result>(
    request: (auth: Auth) => Promise<Result>,
    mayReject = false,
  ): Promise<Result | undefined> {
    const auth = await open();
    try {
      return await withDeadline(request(auth), DEADLINE_MS, unavailable);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (mayReject && isTokenRejection(error)) return undefined;
      throw unavailable(error);
    }
  }

  return {
    /** The claims of an ID token that Firebase issued for this project; undefined for any other. */
    verify: (token: string): Promise<object | undefined> =>
      call((auth) => auth.verifyIdToken(token), true),
    /** The account as it is now; undefined when it was deleted. */
    find: (uid: string): Promise<GoogleAccount | undefined> =>
      call(async (auth) => toAccount(await auth.getUser(uid)), true),
    /** Replaces all custom claims of an account. */
    async setClaims(uid: string, claims: Record<string, unknown>): Promise<void> {
      await call((auth) => auth.setCustomUserClaims(uid, claims));
    },
    /** Revokes every token of an account. */
    async revoke(uid: string): Promise<void> {
      await call((auth) => auth.revokeRefreshTokens(uid));
    },
  };
}
