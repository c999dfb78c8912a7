import { randomUUID } from 'node:crypto';
import { ApiError } from '../contract/index.ts';
import { createFold } from '../concurrency/fold.ts';
import { writePatience, type Transact } from '../database/transact.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import type { RatingData } from './ratings.data.ts';
import { meanRating, voteFields, withVote } from './score.ts';

/** Votes that one transaction counts at the most. */
const MAXIMUM_FOLDED = 250;

interface Vote {
  voter: string;
  star: number;
  attempt: string;
}

type Outcome =
  | { kind: 'counted'; rating: number; num_votes: number }
  | { kind: 'already-rated' }
  | { kind: 'no-such-joke' };

export interface RatingService {
  /**
   * Counts a vote; answers only after its commit.
   * @param star 1 to 5
   * @returns the joke's mean rating and number of votes with this one
   * @throws ApiError already_rated, or not_found when there is no such approved joke
   */
  rate(jokeId: number, voter: string, star: number): Promise<{ rating: number; num_votes: number }>;
}

interface Parts {
  jokes: JokeData;
  ratings: RatingData;
  transact: Transact;
  clock: () => number;
  voted: (jokeId: number) => void;
}

/** Votes on one joke that arrive together are counted in one transaction. */
export function createRatingService(parts: Parts): RatingService {
  const { jokes, ratings, transact, clock, voted } = parts;

  /**
   * Counts the votes of one round. A commit that answered with an error may have happened: then the
   * rating that is found carries this vote's own attempt, and it counts as done.
   */
  function countVotes(jokeId: number, votes: Vote[]): Promise<Outcome[]> {
    return transact(async (transaction) => {
      const [joke, stored] = await Promise.all([
        jokes.read(transaction, jokeId),
        ratings.readAttempts(
          transaction,
          jokeId,
          votes.map((vote) => vote.voter),
        ),
      ]);
      if (joke?.status !== 'approved') return votes.map(() => ({ kind: 'no-such-joke' }));

      const owners = new Map<string, string>();
      for (const [index, vote] of votes.entries()) {
        const attempt = stored[index] ?? owners.get(vote.voter) ?? vote.attempt;
        owners.set(vote.voter, attempt);
      }
      const fresh = votes.filter(
        (vote, index) => stored[index] === undefined && owners.get(vote.voter) === vote.attempt,
      );

      const created_at = new Date(clock());
      let histogram = joke.histogram;
      for (const { voter, star, attempt } of fresh) {
        histogram = withVote(histogram, star);
        ratings.create(transaction, voter, {
          joke_id: jokeId,
          rating_num: star,
          created_at,
          attempt,
        });
      }
      const rating = meanRating(histogram);
      const num_votes = joke.num_votes + fresh.length;
      if (fresh.length > 0) {
        const updated_at = created_at;
        jokes.update(transaction, jokeId, { ...voteFields(histogram, joke.prior), updated_at });
      }
      return votes.map((vote) =>
        owners.get(vote.voter) === vote.attempt
          ? { kind: 'counted', rating, num_votes }
          : { kind: 'already-rated' },
      );
    });
  }

  const cast = createFold<Vote, Outcome>(
    MAXIMUM_FOLDED,
    writePatience(clock),
    async (key, votes) => {
      try {
        return await countVotes(Number(key), votes);
      } finally {
        voted(Number(key));
      }
    },
  );

  return {
    async rate(jokeId, voter, star) {
      const outcome = await cast(String(jokeId), { voter, star, attempt: randomUUID() });
      switch (outcome.kind) {
        case 'counted':
          return { rating: outcome.rating, num_votes: outcome.num_votes };
        case 'already-rated':
          throw new ApiError('already_rated', 'You have already rated this joke!');
        case 'no-such-joke':
          throw new ApiError('not_found', 'There is no such joke.');
      }
    },
  };
}
