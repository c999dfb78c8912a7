import { randomUUID } from 'node:crypto';
import type { CallState } from '../platform/deadline.ts';
import type { Networks, TakeUses } from '../platform/quota.ts';
import { newId, type Signing } from '../platform/signing.service.ts';

/** What is used of a call whose endpoint has the voter's cookie. */
export interface VoterCall {
  input: { headers: { 'idempotency-key'?: string | undefined } };
  network: Networks;
  state: CallState;
  sessionCookie: string | undefined;
  setSessionCookie: (value: string) => void;
}

/** The browser that votes or reports. */
interface Voter {
  id: string;
  /**
   * Its id, and the one that its key would have created: a first call whose answer was lost is sent again under a
   * cookie that another one has brought.
   */
  ids: string[];
  /** its `Idempotency-Key`, or a random one */
  attempt: string;
  /** Sets the cookie of a browser that has none. */
  remember: () => Promise<void>;
}

export type Voters = ReturnType<typeof createVoters>;

/**
 * Tells browsers apart. One without a voter id gets one, in a cookie. Voter ids are signed, not stored: only this site
 * can issue one, and checking one costs no read. A call that is sent again with its `Idempotency-Key` gets its first
 * cookie if that was lost.
 */
export function createVoters({ signing, take }: { signing: Signing; take: TakeUses }) {
  /** The voter id that a browser without one gets for a key. */
  async function idOf(idempotencyKey: string): Promise<string> {
    return newId(Buffer.from(await signing.sign('new-voter', idempotencyKey), 'base64url'));
  }

  return {
    /**
     * The browser that makes a call, which counts for its quotas.
     * @throws ApiError too_many_requests for a quota
     */
    async recognize(call: VoterCall, use: 'vote' | 'report'): Promise<Voter> {
      const { sessionCookie } = call;
      // One that this site has not signed is of another site of the domain: every site on Hosting has to use this name.
      const known =
        sessionCookie === undefined ? undefined : await signing.openId('voter', sessionCookie);
      // Before anything is read, so that what is refused as done costs a use, too: it costs reads.
      if (known === undefined) take.newVoter(call.network);
      take[use](call.network);
      const { 'idempotency-key': key } = call.input.headers;
      const ofKey = key === undefined ? undefined : await idOf(key);
      const id = known ?? ofKey ?? newId();
      return {
        id,
        ids: [...new Set([id, ofKey ?? id])],
        attempt: key ?? randomUUID(),
        async remember() {
          if (known === undefined) call.setSessionCookie(await signing.signId('voter', id));
        },
      };
    },
  };
}
