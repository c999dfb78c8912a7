import { setTimeout } from 'node:timers/promises';
import type { EndpointOutput } from '../../contract/index.ts';
import type { Transact } from '../../database/transact.ts';
import { readFirebaseToken } from './firebase-token.ts';
import type { GoogleAccount, GoogleAccounts } from './google-accounts.data.ts';
import { isGoogleAccount, type Identity } from '../../identity.ts';
import { invalidBearer } from './sessions.service.ts';
import type { UserData } from './users.data.ts';

/** A second, and what a timer may be early. */
const SECOND_MS = 1_010;
const NAME_CHARACTERS = 500;
const ADDRESS_CHARACTERS = 2_000;

export interface GoogleLoginService {
  /**
   * Whose Firebase ID token this is, by their account as it is now.
   * @throws ApiError unauthenticated when the token is forged, expired or revoked, is not of a Google
   *   sign-in or carries a claim that was removed, or the account is disabled or deleted;
   *   unavailable when Firebase Auth can't tell
   */
  identify(bearer: string): Promise<Identity>;
  /**
   * Takes note of a sign-in; the administrator's account gets the claim `admin: true`.
   * @throws ApiError unauthenticated when the account is gone
   */
  login(identity: Identity): Promise<EndpointOutput<'loginGoogle'>>;
  /**
   * Revokes every token of the account.
   * @param admin.signedInAt when the sign-in was that is to end, in milliseconds since the epoch
   */
  logout(admin: { uid: string; signedInAt: number }): Promise<void>;
}

interface Parts {
  accounts: GoogleAccounts;
  users: UserData;
  /** in lower case; undefined when no Google account is an administrator's */
  adminEmail: string | undefined;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

function profileOf(account: GoogleAccount): EndpointOutput<'loginGoogle'>['user'] {
  const { uid, email, emailVerified, displayName, photoURL } = account;
  return {
    uid,
    email,
    emailVerified,
    displayName: displayName?.slice(0, NAME_CHARACTERS) ?? null,
    photoURL: photoURL !== null && photoURL.length <= ADDRESS_CHARACTERS ? photoURL : null,
  };
}

/** Sign-in with Google through Firebase Auth. */
export function createGoogleLoginService(parts: Parts): GoogleLoginService {
  const { accounts, users, adminEmail, transact, clock } = parts;

  function isAdministrators({ email, emailVerified }: GoogleAccount): boolean {
    return adminEmail !== undefined && emailVerified && email?.toLowerCase() === adminEmail;
  }

  return {
    async identify(bearer) {
      const token = readFirebaseToken(bearer);
      if (token?.provider !== 'google.com' || token.expiresAt <= clock()) throw invalidBearer();
      if (!(await accounts.isGenuine(bearer))) throw invalidBearer();
      const account = await accounts.find(token.uid);
      if (!account || account.disabled || token.signedInAt < account.tokensValidAfter) {
        throw invalidBearer();
      }
      const { uid, email, claims } = account;
      const { signedInAt } = token;
      const isAdmin = claims['admin'] === true;
      if (token.saysAdmin && !isAdmin) throw invalidBearer();
      const tokenSaysAdmin = token.saysAdmin;
      return isAdmin && email !== null && isAdministrators(account)
        ? { kind: 'admin', provider: 'google', username: email, uid, signedInAt, tokenSaysAdmin }
        : { kind: 'google-user', uid, email, tokenSaysAdmin };
    },

    async login(identity) {
      if (!isGoogleAccount(identity)) throw new Error('Only a Google account gets here');
      const account = await accounts.find(identity.uid);
      if (!account) throw invalidBearer();
      const is_admin = isAdministrators(account);
      if (is_admin && account.claims['admin'] !== true) {
        await accounts.setClaims(account.uid, { ...account.claims, admin: true });
      }
      const user = profileOf(account);
      await transact((transaction) => {
        users.write(transaction, {
          uid: user.uid,
          email: user.email,
          email_verified: user.emailVerified,
          display_name: user.displayName,
          photo_url: user.photoURL,
          last_login_at: new Date(clock()),
        });
        return Promise.resolve();
      });
      return { user, is_admin, refresh_token: is_admin && identity.tokenSaysAdmin !== true };
    },

    async logout({ uid, signedInAt }) {
      // Firebase knows whole seconds, and revokes the sign-ins of earlier ones: this one's has to be over.
      const wait = signedInAt + SECOND_MS - clock();
      if (wait > 0) await setTimeout(wait);
      await accounts.revoke(uid);
    },
  };
}
