import { ApiError, limits } from '../contract/index.ts';
import type { ApiCall, Handlers } from '../http/api-call.ts';
import type { Services } from '../services.ts';
import type { Quota } from '../throttles/throttles.service.ts';

const NEW_VOTERS: Quota = {
  name: 'new-voters',
  limit: limits.newVotersPerHour,
  windowMs: 60 * 60 * 1_000,
};

export function ratingRoutes({ ratings, throttles, voters }: Services): Handlers<'rateJoke'> {
  /** The voter id of a browser that has one; a new one for a browser without. */
  async function voterOf(call: ApiCall<'rateJoke'>): Promise<string> {
    if (call.sessionCookie === undefined) {
      await throttles.take(NEW_VOTERS, await voters.networkKey(call.network));
      const voter = voters.mint();
      call.setSessionCookie(await voters.sign(voter));
      return voter;
    }
    const voter = await voters.verify(call.sessionCookie);
    if (voter === undefined) {
      call.setSessionCookie(null);
      throw new ApiError('forbidden', 'This voter id was not given out by this site.');
    }
    return voter;
  }

  return {
    async rateJoke(call) {
      const { joke_id, rating_num } = call.input.body;
      const voter = await voterOf(call);
      const { rating, num_votes } = await ratings.rate(joke_id, voter, rating_num);
      return { joke_id, rating, num_votes, rating_num, user_can_vote: false };
    },
  };
}
