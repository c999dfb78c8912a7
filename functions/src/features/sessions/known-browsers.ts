import { newId, type Signing } from '../../platform/signing/signing.service.ts';
import type { AdminAccount } from './sign-in.data.ts';

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/**
 * Marks of browsers that have signed in to an account: a random id, signed together with the account and
 * its password, so that a new password ends all marks. Nothing is stored.
 */
export function createKnownBrowsers(signing: Signing) {
  const holder = ({ username, password_id }: AdminAccount) => `:${password_id}:${username}`;
  return {
    /** The mark for a cookie. @param id the browser's id, if it has one */
    issue: (admin: AdminAccount, id = newId()) =>
      signing.signId('known-browser', id, holder(admin)),
    /** The id of the browser with this mark; undefined if it is not this account's, or no longer. */
    identify: (admin: AdminAccount, mark: string) =>
      signing.openId('known-browser', mark, holder(admin)),
  };
}
