import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { onFirstUse } from './on-first-use.ts';
import type { Transact } from './transact.ts';
import type { SiteKeyData } from './site-key.data.ts';

type Purpose =
  | 'voter'
  | 'new-voter'
  | 'network'
  | 'receipt'
  | 'image'
  | 'vote-group'
  | 'known-browser';

export type Signing = ReturnType<typeof createSigning>;

/** 128 bits in base64url */
const ID = /^[\w-]{22}$/;
const ID_BYTES = 16;

/** A new id of 128 bits. @param bits at least as many; by default random ones */
export function newId(bits: Uint8Array = randomBytes(ID_BYTES)): string {
  return Buffer.from(bits.subarray(0, ID_BYTES)).toString('base64url');
}

interface Dependencies {
  data: SiteKeyData;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** Message authentication codes with the site's secret key. A code is valid for one purpose only. */
export function createSigning({ data, transact, clock }: Dependencies) {
  const readKey = onFirstUse(
    async () =>
      (await data.read()) ??
      (await transact((transaction) => data.readOrCreate(transaction, new Date(clock())), {
        repeatable: true,
      })),
  );

  /** @returns 256 bits in base64url. Each instance reads the key once, for one billed read. */
  async function sign(purpose: Purpose, text: string): Promise<string> {
    return createHmac('sha256', await readKey())
      .update(`${purpose}:${text}`)
      .digest('base64url');
  }

  /** Whether this site signed this text for this purpose; compares in constant time. */
  async function verify(purpose: Purpose, text: string, code: string): Promise<boolean> {
    const expected = Buffer.from(await sign(purpose, text));
    const given = Buffer.from(code);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  return {
    sign,
    verify,
    /** An id and its signature, for a cookie. @param holder what it is valid for, if not everywhere */
    signId: async (purpose: Purpose, id: string, holder = '') =>
      `${id}.${await sign(purpose, id + holder)}`,
    /** The id that this site has signed for this holder; undefined if it has not. */
    async openId(purpose: Purpose, signed: string, holder = ''): Promise<string | undefined> {
      const [id = '', code = '', ...rest] = signed.split('.');
      if (rest.length > 0 || !ID.test(id)) return undefined;
      return (await verify(purpose, id + holder, code)) ? id : undefined;
    },
  };
}
