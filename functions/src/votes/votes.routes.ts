import type { Handlers } from '../http/api-call.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import type { RatingService } from './ratings.service.ts';

/** The call with which a visitor votes. */
export function voteRoutes({ jokes, ratings }: { jokes: JokeService; ratings: RatingService }) {
  return {
    async rateJoke(call) {
      const { joke_id, rating_num: stars } = call.input.body;
      await jokes.requireExisting(joke_id);
      const { answer, rating_num } = await ratings.rate(call, joke_id, stars);
      return { joke_id, ...answer, rating_num, user_can_vote: false };
    },
  } satisfies Partial<Handlers>;
}
