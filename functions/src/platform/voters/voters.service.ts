import { randomBytes } from 'node:crypto';
import type { NetworkKeys } from '../throttles/memory-quota.ts';
import type { Signing } from '../signing/signing.service.ts';

/** 128 bits in base64url */
const VOTER_ID = /^[\w-]{22}$/;
const VOTER_ID_BYTES = 16;

export type VoterService = ReturnType<typeof createVoterService>;

/** Voter ids are signed, not stored: only this site can issue one, and checking one costs no read. */
export function createVoterService(signing: Signing) {
  const networkKey = async (network: string) =>
    (await signing.sign('network', network)).slice(0, 22);

  return {
    /** A new random voter id. With an idempotency key, always the same one for that key. */
    async mint(idempotencyKey?: string): Promise<string> {
      if (idempotencyKey === undefined) return randomBytes(VOTER_ID_BYTES).toString('base64url');
      const digest = Buffer.from(await signing.sign('new-voter', idempotencyKey), 'base64url');
      return digest.subarray(0, VOTER_ID_BYTES).toString('base64url');
    },
    /** The cookie value for a voter id: the id and its signature. */
    sign: async (voter: string) => `${voter}.${await signing.sign('voter', voter)}`,
    /** The voter id in a cookie value; undefined when this site did not sign it. */
    async verify(cookie: string): Promise<string | undefined> {
      const [voter = '', signature = '', ...rest] = cookie.split('.');
      if (rest.length > 0 || !VOTER_ID.test(voter)) return undefined;
      const genuine = await signing.verify('voter', voter, signature);
      return genuine ? voter : undefined;
    },
    /** A secret that identifies the submission with this idempotency key; only its submitter may see it. */
    receipt: (idempotencyKey: string) => signing.sign('receipt', idempotencyKey),
    /** Stable, opaque keys for a client's networks, safe to store. */
    async networkKeys({ narrow, wide, provider }: NetworkKeys): Promise<NetworkKeys> {
      return {
        narrow: await networkKey(narrow),
        wide: await networkKey(wide),
        provider: await networkKey(provider),
      };
    },
  };
}
