import { randomBytes } from 'node:crypto';
import type { Signing } from '../../platform/signing/signing.service.ts';
import type { AdminAccount } from './sign-in.data.ts';

/** 128 bits in base64url */
const ID = /^[\w-]{22}$/;
const ID_BYTES = 16;

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/**
 * Marks of browsers that have signed in to an account: a random id, signed together with the account and
 * its password, so that a new password ends all marks. Nothing is stored.
 */
export function createKnownBrowsers(signing: Signing) {
  const signed = ({ username, password_id }: AdminAccount, id: string) =>
    `${id}:${password_id}:${username}`;
  return {
    /** The mark for a cookie. @param id the browser's id, if it has one */
    async issue(
      admin: AdminAccount,
      id = randomBytes(ID_BYTES).toString('base64url'),
    ): Promise<string> {
      return `${id}.${await signing.sign('known-browser', signed(admin, id))}`;
    },
    /** The id of the browser with this mark; undefined if it is not this account's, or no longer. */
    async identify(admin: AdminAccount, mark: string): Promise<string | undefined> {
      const [id = '', code = '', ...rest] = mark.split('.');
      if (rest.length > 0 || !ID.test(id)) return undefined;
      return (await signing.verify('known-browser', signed(admin, id), code)) ? id : undefined;
    },
  };
}
