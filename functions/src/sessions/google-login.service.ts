import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { isStorable, type EndpointOutput } from '../contract/index.ts';
import type { GoogleUser } from '../platform/identity.ts';
import type { Tools } from '../platform/tools.ts';
import type { GoogleAccount, GoogleAccounts } from './google-accounts.data.ts';
import { invalidBearer } from './sessions.service.ts';

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

  /** @throws ApiError unauthenticated when the account is disabled or deleted, or the sign-in was revoked */
  async function currentAccount(uid: string, signedInAt: number): Promise<GoogleAccount> {
    const account = await accounts.find(uid);
    const isRevoked = signedInAt < Date.parse(account?.tokensValidAfterTime ?? '');
    if (!account || account.disabled || isRevoked) throw invalidBearer();
    return account;
  }

  return {
    /**
     * Verifies a Firebase ID token. Only one that says `admin` is compared with its account as it is now, because
     * Firebase Auth answers a limited number of questions, and anybody can send the others.
     * @throws ApiError unauthenticated when the token is forged or expired, comes from another sign-in provider or
     *   has a claim that was removed, and what the look-up throws; unavailable when Firebase Auth can't check it
     */
    async identify(bearer: string): Promise<GoogleUser> {
      const { data: token } = idToken.safeParse(await accounts.verify(bearer));
      if (!token || token.exp * 1_000 <= clock()) throw invalidBearer();
      const tokenSaysAdmin = token.admin === true;
      const signIn = { uid: token.sub, signedInAt: token.auth_time * 1_000, tokenSaysAdmin };
      if (!tokenSaysAdmin) return { kind: 'google-user', ...signIn };
      const account = await currentAccount(signIn.uid, signIn.signedInAt);
      const { email, customClaims } = account;
      if (customClaims?.['admin'] !== true) throw invalidBearer();
      return email !== undefined && isAdminAccount(account)
        ? { kind: 'admin', provider: 'google', username: email, ...signIn }
        : { kind: 'google-user', ...signIn };
    },

    /**
     * Answers a Google sign-in. An administrator's account gets the claim `admin: true`.
     * @throws ApiError unauthenticated when the account is disabled or deleted, or the sign-in was revoked
     */
    async login(identity: GoogleUser): Promise<EndpointOutput<'loginGoogle'>> {
      const account = await currentAccount(identity.uid, identity.signedInAt);
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
