import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RefuseDuringRestore } from '../../database/restore-guard.ts';
import type { Transact } from '../../database/transact.ts';
import type { VoterKeyData } from './voter-key.data.ts';

/** What the site's key signs. */
type Purpose = 'voter' | 'new-voter' | 'network' | 'receipt' | 'image';

/** Message authentication codes under the site's own key. A code of one purpose is none of another. */
export interface SiteMac {
  /** @returns 256 bits in base64url. An instance reads the key once: one billed read. */
  sign(purpose: Purpose, text: string): Promise<string>;
  /** Whether a code is this site's for this purpose and text; compared in constant time. */
  verify(purpose: Purpose, text: string, code: string): Promise<boolean>;
}

export function createSiteMac(
  data: VoterKeyData,
  transact: Transact,
  clock: () => number,
  refuseDuringRestore: RefuseDuringRestore,
): SiteMac {
  let key: Promise<Uint8Array> | undefined;

  async function load(): Promise<Uint8Array> {
    return (
      (await data.read()) ??
      (await transact(async (transaction) => {
        // The key that is being restored is the one to use.
        await refuseDuringRestore(transaction);
        return data.readOrCreate(transaction, new Date(clock()));
      }))
    );
  }

  async function sign(purpose: Purpose, text: string): Promise<string> {
    key ??= load().catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return createHmac('sha256', await key)
      .update(`${purpose}:${text}`)
      .digest('base64url');
  }

  return {
    sign,
    async verify(purpose, text, code) {
      const expected = Buffer.from(await sign(purpose, text));
      const given = Buffer.from(code);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
