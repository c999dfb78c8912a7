import { ApiError, limits } from '../../contract/index.ts';
import type { ApiCall, Handlers } from '../../http/api-call.ts';
import type { NetworkQuota, ThrottleService } from '../throttles/throttles.service.ts';
import type { VoterService } from '../voters/voters.service.ts';
import type { RatingService } from './ratings.service.ts';

const NEW_VOTERS: NetworkQuota = {
  name: 'new-voters',
  limit: limits.newVotersPerHour,
  wideLimit: limits.newVotersPerHourPerWideNetwork,
  windowMs: 60 * 60 * 1_000,
};

interface Dependencies {
  ratings: RatingService;
  throttles: ThrottleService;
  voters: VoterService;
}

export function ratingRoutes({
  ratings,
  throttles,
  voters,
}: Dependencies): Handlers<'rateJoke' | 'moveVoterCookie'> {
  /** Issues a voter id to a browser that has none; the answer's cookie carries it. */
  async function newVoter(call: ApiCall<'rateJoke'>): Promise<string> {
    await ratings.requireApproved(call.input.body.joke_id);
    await throttles.take(NEW_VOTERS, await voters.networkKeys(call.network));
    const voter = await voters.mint(call.input.headers['idempotency-key']);
    call.setSessionCookie(await voters.sign(voter));
    return voter;
  }

  /** Counts a vote, or finds the answer to it if it was sent before. */
  async function vote(call: ApiCall<'rateJoke'>) {
    const { joke_id, rating_num: star } = call.input.body;
    const idempotencyKey = call.input.headers['idempotency-key'];
    const { sessionCookie } = call;
    const known = sessionCookie === undefined ? undefined : await voters.verify(sessionCookie);

    const counted =
      idempotencyKey === undefined
        ? undefined
        : await ratings.findCounted(idempotencyKey, joke_id, star);
    if (counted) {
      // A browser that has got another voter id since then keeps that one.
      if (known === undefined || known === counted.voter) {
        call.setSessionCookie(await voters.sign(counted.voter));
      }
      return counted.answer;
    }
    if (sessionCookie !== undefined && known === undefined) {
      call.clearSessionCookie('all');
      throw new ApiError('forbidden', 'This site did not issue this voter id.');
    }
    const voter = known ?? (await newVoter(call));
    return ratings.rate(joke_id, voter, star, { newVoter: known === undefined, idempotencyKey });
  }

  return {
    async rateJoke(call) {
      const { joke_id, rating_num } = call.input.body;
      const { rating, num_votes } = await vote(call);
      return { joke_id, rating, num_votes, rating_num, user_can_vote: false };
    },

    async moveVoterCookie(call) {
      const { sessionCookie } = call;
      if (sessionCookie !== undefined) {
        const genuine = (await voters.verify(sessionCookie)) !== undefined;
        if (genuine) call.setSessionCookie(sessionCookie);
        call.clearSessionCookie(genuine ? 'former' : 'all');
      }
      return { success: true };
    },
  };
}
