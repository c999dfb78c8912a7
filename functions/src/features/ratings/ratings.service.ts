import { voteFields, withVote } from '../../catalog/score.ts';
import { ApiError } from '../../contract/index.ts';
import type { Transact } from '../../platform/database/transact.ts';
import { createOncePerVoter } from '../../platform/voters/once-per-voter.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { RatingData } from './ratings.data.ts';

interface Dependencies {
  jokes: JokeData;
  data: RatingData;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

export type RatingService = ReturnType<typeof createRatingService>;

/** Counts votes: each voter's first one on a joke, with one to five stars. */
export function createRatingService({ jokes, data, transact, clock }: Dependencies) {
  return createOncePerVoter({
    name: 'vote',
    documents: data,
    valueOf: ({ rating_num }) => rating_num,
    async read(transaction, jokeId) {
      const joke = await jokes.read(transaction, jokeId);
      return joke?.status === 'approved' ? joke : undefined;
    },
    write(transaction, joke, stars: readonly number[]) {
      let { histogram } = joke;
      for (const star of stars) histogram = withVote(histogram, star);
      const counted = voteFields(histogram, joke.prior);
      jokes.update(transaction, joke.joke_id, counted);
      const answer = { rating: counted.rating, num_votes: counted.num_votes };
      return (rating_num) => ({ rating_num, answer });
    },
    alreadyDone: () => new ApiError('already_rated', 'You have already rated this joke!'),
    noSuchJoke,
    transact,
    clock,
  });
}
