import { withVotes, type Vote } from '../../catalog/tally.ts';
import { ApiError } from '../../contract/index.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import type { Transact } from '../../platform/database/transact.ts';
import { createOncePerVoter } from '../../platform/voters/once-per-voter.ts';
import type { JokeData } from '../../catalog/jokes.data.ts';
import { countVotes, meanRating } from '../../catalog/score.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { RatingData } from './ratings.data.ts';

interface Dependencies {
  jokes: JokeData;
  data: RatingData;
  transact: Transact;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
}

export type RatingService = ReturnType<typeof createRatingService>;

/** Counts votes: each voter's first one on a joke, with one to five stars. */
export function createRatingService(dependencies: Dependencies) {
  const { jokes, data, transact, withReadDeadline, clock } = dependencies;
  return createOncePerVoter({
    documents: data,
    isSame: ({ rating_num }, { stars }: Vote) => rating_num === stars,
    async read(transaction, jokeId) {
      const joke = await jokes.read(transaction, jokeId);
      return joke?.status === 'approved' ? joke : undefined;
    },
    write(transaction, joke, votes, at) {
      const counted = withVotes(joke, votes, at);
      jokes.update(transaction, joke, counted);
      const { histogram } = counted;
      const rating = meanRating(histogram);
      const answer = { rating, num_votes: countVotes(histogram), histogram };
      return ({ stars, group }) => ({ rating_num: stars, group, answer });
    },
    alreadyDone: () => new ApiError('already_rated', 'You have already rated this joke!'),
    keyUsed: (stored) =>
      new ApiError('conflict', 'This Idempotency-Key was used for another vote.', {
        ...(stored && { rating_num: stored.rating_num }),
      }),
    noSuchJoke,
    transact,
    withReadDeadline,
    clock,
  });
}
