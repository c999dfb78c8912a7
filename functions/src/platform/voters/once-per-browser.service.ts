import { ApiError } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import type { NetworkKeys } from '../throttles/memory-quota.ts';
import {
  perHour,
  type NetworkQuota,
  type ThrottleService,
} from '../throttles/throttles.service.ts';
import { unlessRestoring, type RefuseDuringRestore } from '../database/restore-guard.ts';
import type { VoterService } from './voters.service.ts';

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
interface Act<Answer> {
  /**
   * Finds the first answer to a call with this key, and its voter. May throw if it finds that the browser
   * has done it before. @param known the voter, if the browser has an id
   */
  find: (
    idempotencyKey: string | undefined,
    known: string | undefined,
  ) => Promise<{ answer: Answer; voter: string } | undefined>;
  /** Throws if the action isn't allowed. Then it issues no voter id and takes no quota. */
  check: () => Promise<void>;
  /** what each call that was not sent before takes of its network's quota, besides new voter ids */
  quota?: NetworkQuota;
  /** Performs the action. @param newVoter whether the voter id was just issued */
  act: (voter: string, newVoter: boolean) => Promise<Answer>;
}

interface Dependencies {
  throttles: ThrottleService;
  voters: VoterService;
  refuseDuringRestore: RefuseDuringRestore;
}

export type OncePerBrowser = ReturnType<typeof createOncePerBrowser>;

/**
 * Does what a browser may do once for each joke. A browser without a voter id gets one, in a cookie. A call
 * that is sent again with its `Idempotency-Key` gets its first answer, and its cookie if that was lost.
 */
export function createOncePerBrowser({ throttles, voters, refuseDuringRestore }: Dependencies) {
  async function perform<Answer>(
    call: VoterCall,
    { find, check, quota, act }: Act<Answer>,
  ): Promise<Answer> {
    const { sessionCookie } = call;
    const idempotencyKey = call.input.headers['idempotency-key'];
    const known = sessionCookie === undefined ? undefined : await voters.verify(sessionCookie);

    const earlier = await find(idempotencyKey, known);
    if (earlier) {
      // A browser that has got another voter id since then keeps that one.
      if (known === undefined || known === earlier.voter) {
        call.setSessionCookie(await voters.sign(earlier.voter));
      }
      return earlier.answer;
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
      await throttles.take(quotas, await voters.networkKeys(call.network));
    }
    if (known !== undefined) return act(known, false);
    const voter = await voters.mint(idempotencyKey);
    call.setSessionCookie(await voters.sign(voter));
    return act(voter, true);
  }

  /**
   * @throws ApiError forbidden when this site did not issue the voter id, too_many_requests when a quota is
   *   used up, and what the act throws
   */
  return <Answer>(call: VoterCall, what: Act<Answer>): Promise<Answer> =>
    unlessRestoring(refuseDuringRestore, () => perform(call, what));
}
