import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { onFirstUse } from './once.ts';
import { parseSnapshot } from './stored-document.data.ts';
import type { Tools } from './tools.ts';

type Purpose = 'voter' | 'session' | 'new-voter' | 'receipt' | 'vote-group' | 'known-browser';

const KEY_BYTES = 32;
/** 256 bits in base64url */
const KEY = /^[\w-]{43}$/;
const ID_BYTES = 16;
/** 128 to 256 bits in base64url, or a UUID */
const ID = /^[\w-]{22,43}$/;

/** A new id of 128 bits in base64url. @param bits at least as many; by default random ones */
export function newId(bits: Uint8Array = randomBytes(ID_BYTES)): string {
  return Buffer.from(bits.subarray(0, ID_BYTES)).toString('base64url');
}

/** `secrets/voter-key`, the site's random key */
export const keyDocument = z.object({ key: z.string().regex(KEY), created_at: z.date() });

export type Signing = ReturnType<typeof createSigning>;

/**
 * Message authentication codes with the site's secret key, which is created on first use. A code is valid for one
 * purpose only.
 */
export function createSigning({
  db,
  transact,
  startCall,
  clock,
}: Pick<Tools, 'db' | 'transact' | 'startCall' | 'clock'>) {
  const reference = db.collection('secrets').doc('voter-key');

  /** One billed read for each instance. */
  const readKey = onFirstUse(() =>
    transact(
      {
        read: async ({ sdk }) => parseSnapshot(keyDocument, await sdk.get(reference)),
        write({ sdk }, stored) {
          if (stored) return stored.key;
          const key = randomBytes(KEY_BYTES).toString('base64url');
          sdk.create(reference, { key, created_at: new Date(clock()) });
          return key;
        },
      },
      startCall(),
    ),
  );

  /** @returns 256 bits in base64url */
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
    /** An id and its signature, for a cookie or as a token. */
    signId: async (purpose: Purpose, id: string) => `${id}.${await sign(purpose, id)}`,
    /** The id that this site has signed; undefined if it has not. */
    async openId(purpose: Purpose, signed: string): Promise<string | undefined> {
      const [id = '', code = '', ...rest] = signed.split('.');
      if (rest.length > 0 || !ID.test(id)) return undefined;
      return (await verify(purpose, id, code)) ? id : undefined;
    },
  };
}
