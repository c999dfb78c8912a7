import { getApps, initializeApp } from 'firebase-admin/app';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import * as z from 'zod/mini';
import { withDeadline } from '../../concurrency/deadline.ts';
import type { Config } from '../../config.ts';
import { ApiError } from '../../contract/index.ts';

/** A Google user as Firebase Auth knows them at this moment. */
export interface GoogleAccount {
  uid: string;
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
  photoURL: string | null;
  disabled: boolean;
  /** custom claims */
  claims: Record<string, unknown>;
  /** Tokens of earlier sign-ins are revoked; milliseconds since the epoch. */
  tokensValidAfter: number;
}

export interface GoogleAccounts {
  /** Whether Firebase issued this ID token to this project and it has not expired. */
  isGenuine(token: string): Promise<boolean>;
  /** The account as it is now; undefined when it was deleted. */
  find(uid: string): Promise<GoogleAccount | undefined>;
  /** Replaces the custom claims of an account. */
  setClaims(uid: string, claims: Record<string, unknown>): Promise<void>;
  /** Revokes every token of an account. */
  revoke(uid: string): Promise<void>;
}

const DEADLINE_MS = 5_000;

const authError = z.object({ code: z.string(), message: z.string() });

const REFUSED = new Set([
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);
/** The SDK reports keys that it can't fetch under the code of a bad token: only the text differs. */
const BAD_TOKEN = /^(Firebase ID token has |Decoding Firebase ID token failed|verifyIdToken\(\) )/;

/** Whether Firebase Auth says that a token is bad, rather than that it can't tell. */
export function refusesToken(error: unknown): boolean {
  const parsed = authError.safeParse(error);
  if (!parsed.success) return false;
  const { code, message } = parsed.data;
  return REFUSED.has(code) || (code === 'auth/argument-error' && BAD_TOKEN.test(message));
}

/** Says no more than the error's code: its text and request may name the account. */
function unavailable(error?: unknown): ApiError {
  const parsed = authError.safeParse(error);
  const code = parsed.success ? parsed.data.code : 'no answer';
  return new ApiError('unavailable', 'Google sign-in is not available. Please try again later.', {
    retryAfter: 10,
    cause: new Error(`Firebase Auth: ${code}`),
  });
}

function toAccount(user: UserRecord): GoogleAccount {
  return {
    uid: user.uid,
    email: user.email ?? null,
    emailVerified: user.emailVerified,
    displayName: user.displayName ?? null,
    photoURL: user.photoURL ?? null,
    disabled: user.disabled,
    claims: user.customClaims ?? {},
    tokensValidAfter: Date.parse(user.tokensValidAfterTime ?? '') || 0,
  };
}

/**
 * The Google accounts of the project in Firebase Auth, whose SDK loads when it is first needed. Every
 * call throws ApiError unavailable when Firebase Auth does not answer within five seconds.
 */
export function createGoogleAccounts(config: Config): GoogleAccounts {
  let opened: Promise<Auth> | undefined;

  async function open(): Promise<Auth> {
    const { getAuth } = await import('firebase-admin/auth');
    return getAuth(initializeApp({ projectId: config.projectId }, `auth-${getApps().length}`));
  }

  /** Answers undefined when Firebase Auth refuses the token or account, if that is `refusable`. */
  async function ask<Result>(
    question: (auth: Auth) => Promise<Result>,
    refusable = false,
  ): Promise<Result | undefined> {
    opened ??= open();
    const auth = await opened;
    try {
      return await withDeadline(question(auth), DEADLINE_MS, unavailable);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (refusable && refusesToken(error)) return undefined;
      throw unavailable(error);
    }
  }

  return {
    async isGenuine(token) {
      const verified = await ask((auth) => auth.verifyIdToken(token), true);
      return verified !== undefined;
    },
    find: (uid) => ask(async (auth) => toAccount(await auth.getUser(uid)), true),
    async setClaims(uid, claims) {
      await ask((auth) => auth.setCustomUserClaims(uid, claims));
    },
    async revoke(uid) {
      await ask((auth) => auth.revokeRefreshTokens(uid));
    },
  };
}
