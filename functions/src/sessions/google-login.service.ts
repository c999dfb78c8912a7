import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { isStorable, type EndpointOutput } from '../contract/index.ts';
import { isGoogleAccount, type Identify, type Identity } from '../platform/identity.ts';
import type { Tools } from '../platform/tools.ts';
import type { GoogleAccount, GoogleAccounts } from './google-accounts.data.ts';
import { invalidBearer, isSessionToken, type SessionService } from './sessions.service.ts';

/** One second, plus a margin for a timer that fires early. */
const REVOCATION_DELAY_MS = 1_010;

/** The claims of a Firebase ID token; times are in seconds since the epoch. */
const idToken = z.object({
  sub: z.string(),
  exp: z.number(),
  auth_time: z.number().refine((seconds) => isStorable(seconds * 1_000)),
  admin: z.unknown().optional(),
  firebase: z.object({ sign_in_provider: z.literal('google.com') }),
});

interface Dependencies extends Pick<Tools, 'clock'> {
  config: Pick<Config, 'adminEmails'>;
  accounts: GoogleAccounts;
}

export type GoogleLoginService = ReturnType<typeof createGoogleLoginService>;

/** Sign-in with Google through Firebase Auth. */
export function createGoogleLoginService({ accounts, config, clock }: Dependencies) {
  const isAdminAccount = ({ email = '', emailVerified }: GoogleAccount) =>
    emailVerified && config.adminEmails.includes(email.toLowerCase());

  return {
    /**
     * Verifies a Firebase ID token and identifies its account as it is now.
     * @throws ApiError unauthenticated when the token is forged, expired or revoked, comes from another
     *   sign-in provider or has a claim that was removed, or when the account is disabled or deleted;
     *   unavailable when Firebase Auth can't check it
     */
    async identify(bearer: string): Promise<Identity> {
      const { data: token } = idToken.safeParse(await accounts.verify(bearer));
      if (!token || token.exp * 1_000 <= clock()) throw invalidBearer();
      const tokenSaysAdmin = token.admin === true;
      const account = await accounts.find(token.sub);
      if (!account || account.disabled) throw invalidBearer();
      const { uid, email, customClaims, tokensValidAfterTime } = account;
      const signedInAt = token.auth_time * 1_000;
      // Tokens of earlier sign-ins are revoked.
      if (signedInAt < Date.parse(tokensValidAfterTime ?? '')) throw invalidBearer();
      const accountSaysAdmin = customClaims?.['admin'] === true;
      if (tokenSaysAdmin && !accountSaysAdmin) throw invalidBearer();
      const signIn = { uid, signedInAt, tokenSaysAdmin };
      return accountSaysAdmin && email !== undefined && isAdminAccount(account)
        ? { kind: 'admin', provider: 'google', username: email, ...signIn }
        : { kind: 'google-user', ...signIn };
    },

    /**
     * Answers a Google sign-in. An administrator's account gets the claim `admin: true`.
     * @throws ApiError unauthenticated when the account was deleted
     */
    async login(identity: Identity): Promise<EndpointOutput<'loginGoogle'>> {
      if (!isGoogleAccount(identity)) throw new Error('Expected a Google account');
      const account = await accounts.find(identity.uid);
      if (!account) throw invalidBearer();
      const is_admin = isAdminAccount(account);
      if (is_admin && account.customClaims?.['admin'] !== true) {
        await accounts.setClaims(account.uid, { ...account.customClaims, admin: true });
      }
      const { uid, email = null, emailVerified, displayName = null, photoURL = null } = account;
      return {
        user: { uid, email, emailVerified, displayName, photoURL },
        is_admin,
        refresh_token: is_admin && identity.tokenSaysAdmin !== true,
      };
    },

    /**
     * Revokes every token of the account.
     * @param admin.signedInAt the time of the sign-in to end, in milliseconds since the epoch
     */
    async logout({ uid, signedInAt }: { uid: string; signedInAt: number }): Promise<void> {
      // Firebase counts whole seconds and revokes only sign-ins of earlier seconds, so the second of this
      // sign-in must have passed.
      const wait = signedInAt + REVOCATION_DELAY_MS - clock();
      if (wait > 0) await setTimeout(wait);
      await accounts.revoke(uid);
    },
  };
}

/** Finds out whose bearer token a request carries. */
export function createIdentify(sessions: SessionService, google: GoogleLoginService): Identify {
  return (bearer) => {
    if (isSessionToken(bearer)) return sessions.identify(bearer);
    return bearer.includes('.') ? google.identify(bearer) : Promise.reject(invalidBearer());
  };
}
