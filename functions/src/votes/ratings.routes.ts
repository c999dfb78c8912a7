import type { Handlers } from '../http/api-call.ts';
import type { Services } from '../site.ts';

/** The call that votes. */
export function ratingRoutes({ jokes, ratings }: Services) {
  return {
    async rateJoke(call) {
      const { joke_id, rating_num } = call.input.body;
      await jokes.requireExisting(joke_id);
      const { answer } = await ratings.rate(call, joke_id, rating_num);
      return { joke_id, ...answer, rating_num, user_can_vote: false };
    },
  } satisfies Partial<Handlers>;
}
