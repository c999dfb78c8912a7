import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RefuseDuringRestore } from '../backup/restore-guard.service.ts';
import type { Transact } from '../database/transact.ts';
import type { VoterKeyData } from './voter-key.data.ts';

/** 128 bits in base64url. */
const VOTER_ID = /^[\w-]{22}$/;
const VOTER_ID_BYTES = 16;

export interface VoterService {
  /** A new random voter id; with an idempotency key always the same one for it. */
  mint(idempotencyKey?: string): Promise<string>;
  /** The cookie's value for a voter id: the id and the site's signature under it. */
  sign(voter: string): Promise<string>;
  /** The voter id of a cookie's value; undefined when the site did not sign it. */
  verify(cookie: string): Promise<string | undefined>;
  /** A stable, opaque key of a client's network, safe to store. */
  networkKey(network: string): Promise<string>;
  /** The secret by which the browser that submitted a joke can refer to it; safe to give to it alone. */
  receipt(idempotencyKey: string): Promise<string>;
}

/**
 * What the site's key signs. Voter ids are signed, not stored: only this site can make one, and
 * checking one costs no read.
 */
export function createVoterService(
  data: VoterKeyData,
  transact: Transact,
  clock: () => number,
  refuseDuringRestore: RefuseDuringRestore,
): VoterService {
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

  async function mac(
    purpose: 'voter' | 'new-voter' | 'network' | 'receipt',
    text: string,
  ): Promise<string> {
    key ??= load().catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return createHmac('sha256', await key)
      .update(`${purpose}:${text}`)
      .digest('base64url');
  }

  return {
    async mint(idempotencyKey) {
      if (idempotencyKey === undefined) return randomBytes(VOTER_ID_BYTES).toString('base64url');
      const digest = Buffer.from(await mac('new-voter', idempotencyKey), 'base64url');
      return digest.subarray(0, VOTER_ID_BYTES).toString('base64url');
    },
    sign: async (voter) => `${voter}.${await mac('voter', voter)}`,
    async verify(cookie) {
      const [voter = '', signature = '', ...rest] = cookie.split('.');
      if (rest.length > 0 || !VOTER_ID.test(voter)) return undefined;
      const expected = Buffer.from(await mac('voter', voter));
      const given = Buffer.from(signature);
      const genuine = given.length === expected.length && timingSafeEqual(given, expected);
      return genuine ? voter : undefined;
    },
    networkKey: async (network) => (await mac('network', network)).slice(0, 22),
    receipt: (idempotencyKey) => mac('receipt', idempotencyKey),
  };
}
