import type { Handlers } from '../../http/api-call.ts';
import type { OncePerBrowser } from '../../platform/voters/once-per-browser.service.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
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
      const { answer } = await oncePerBrowser(call, {
        jokeId: joke_id,
        value: rating_num,
        once: ratings,
        check: () => jokes.requireApproved(joke_id),
      });
      return { joke_id, ...answer, rating_num, user_can_vote: false };
    },
  } satisfies Partial<Handlers>;
}
