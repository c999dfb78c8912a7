import type { Handlers } from '../../http/api-call.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import type { OncePerBrowser } from '../../platform/voters/once-per-browser.service.ts';
import type { RatingService } from './ratings.service.ts';

interface Dependencies {
  jokes: JokeService;
  ratings: RatingService;
  oncePerBrowser: OncePerBrowser;
}

export function ratingRoutes({ jokes, ratings, oncePerBrowser }: Dependencies) {
  return {
    async rateJoke(call) {
      const { joke_id, rating_num } = call.input.body;
      const idempotencyKey = call.input.headers['idempotency-key'];
      const { rating, num_votes } = await oncePerBrowser(call, {
        find: async (key) =>
          key === undefined ? undefined : ratings.findCounted(key, joke_id, rating_num),
        check: () => jokes.requireApproved(joke_id),
        act: (voter, newVoter) =>
          ratings.rate(joke_id, voter, rating_num, { newVoter, idempotencyKey }),
      });
      return { joke_id, rating, num_votes, rating_num, user_can_vote: false };
    },
  } satisfies Partial<Handlers>;
}
