import type { NetworkKeys } from '../throttles/memory-quota.ts';
import { newId, type Signing } from '../signing/signing.service.ts';

export type VoterService = ReturnType<typeof createVoterService>;

/** Voter ids are signed, not stored: only this site can issue one, and checking one costs no read. */
export function createVoterService(signing: Signing) {
  const networkKey = async (network: string) =>
    (await signing.sign('network', network)).slice(0, 22);

  return {
    /** A new random voter id. With an idempotency key, always the same one for that key. */
    async mint(idempotencyKey?: string): Promise<string> {
      if (idempotencyKey === undefined) return newId();
      return newId(Buffer.from(await signing.sign('new-voter', idempotencyKey), 'base64url'));
    },
    /** The cookie value for a voter id: the id and its signature. */
    sign: (voter: string) => signing.signId('voter', voter),
    /** The voter id in a cookie value; undefined when this site did not sign it. */
    verify: (cookie: string) => signing.openId('voter', cookie),
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
