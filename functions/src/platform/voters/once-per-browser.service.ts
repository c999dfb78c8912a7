import { ApiError } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import { newId, type Signing } from '../signing/signing.service.ts';
import type { NetworkKeys } from '../throttles/memory-quota.ts';
import {
  perHour,
  type NetworkQuota,
  type ThrottleService,
} from '../throttles/throttles.service.ts';
import type { OncePerVoter, VoterDocument } from './once-per-voter.ts';

const NEW_VOTERS = perHour(
  'new-voters',
  limits.newVotersPerHour,
  limits.newVotersPerHourPerWideNetwork,
  'newVoters',
);

/** What it needs of a call whose endpoint uses the voter's cookie. */
interface VoterCall {
  input: { headers: { 'idempotency-key'?: string | undefined } };
  network: NetworkKeys;
  sessionCookie: string | undefined;
  setSessionCookie: (value: string) => void;
  clearSessionCookie: () => void;
}

/** What a call does. */
interface Action<Value, Content> {
  jokeId: number;
  value: Value;
  /** what stores it */
  once: OncePerVoter<Value, Content>;
  /** Throws if there is no such joke. What was done with a deleted one is not shown to anyone. */
  requireExisting: () => Promise<void>;
  /** Throws if the action isn't allowed. Then it issues no voter id and takes no quota. */
  check: () => Promise<void>;
  /** what each call that was not sent before takes of its network's quota, besides new voter ids */
  quota?: NetworkQuota;
}

interface Dependencies {
  throttles: ThrottleService;
  signing: Signing;
}

export type OncePerBrowser = ReturnType<typeof createOncePerBrowser>;

/**
 * Does what a browser may do once for each joke. A browser without a voter id gets one, in a cookie. Voter
 * ids are signed, not stored: only this site can issue one, and checking one costs no read. A call that is
 * sent again with its `Idempotency-Key` gets its first answer, and its cookie if that was lost.
 */
export function createOncePerBrowser({ throttles, signing }: Dependencies) {
  /** A new voter id. With an idempotency key, always the same one for that key. */
  async function newVoter(idempotencyKey: string | undefined): Promise<string> {
    if (idempotencyKey === undefined) return newId();
    return newId(Buffer.from(await signing.sign('new-voter', idempotencyKey), 'base64url'));
  }

  /**
   * @throws ApiError forbidden when this site did not issue the voter id, too_many_requests when a quota is
   *   used up, and what the action throws
   */
  return async <Value, Content>(
    call: VoterCall,
    { jokeId, value, once, requireExisting, check, quota }: Action<Value, Content>,
  ): Promise<VoterDocument<Content>> => {
    await requireExisting();
    const { sessionCookie } = call;
    const idempotencyKey = call.input.headers['idempotency-key'];
    const known =
      sessionCookie === undefined ? undefined : await signing.openId('voter', sessionCookie);
    const setVoter = async (voter: string) =>
      call.setSessionCookie(await signing.signId('voter', voter));

    // Who has done it before takes nothing of the quota.
    const own = quota && known && (await once.findOwn(jokeId, known, value, idempotencyKey));
    const earlier =
      own || (idempotencyKey && (await once.find(jokeId, value, idempotencyKey))) || undefined;
    if (earlier) {
      // A browser that has got another voter id since then keeps that one.
      if (known === undefined || known === earlier.voter) await setVoter(earlier.voter);
      return earlier.stored;
    }
    if (sessionCookie !== undefined && known === undefined) {
      call.clearSessionCookie();
      throw new ApiError('forbidden', 'This site did not issue this voter id.');
    }
    const quotas = [quota, known === undefined ? NEW_VOTERS : undefined].filter(
      (each) => each !== undefined,
    );
    if (quotas.length > 0) {
      await check();
      await throttles.take(quotas, call.network);
    }
    const voter = known ?? (await newVoter(idempotencyKey));
    if (known === undefined) await setVoter(voter);
    const isFirst = known === undefined || quota !== undefined;
    return once.add(jokeId, voter, value, { idempotencyKey, isFirst });
  };
}
