import { randomUUID } from 'node:crypto';
import { voteFields, withVote } from '../../catalog/score.ts';
import { createBatcher } from '../../platform/concurrency/batch.ts';
import { ApiError } from '../../contract/index.ts';
import { withReadDeadline } from '../../platform/database/read-deadline.ts';
import { documentExists, writeTimeout, type Transact } from '../../platform/database/transact.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import {
  ATTEMPTS_PER_QUERY,
  type FoundRating,
  type Rating,
  type RatingData,
} from './ratings.data.ts';

const VOTES_PER_TRANSACTION = 250;

export interface VoteOptions {
  /** Whether the voter id was just issued. */
  newVoter?: boolean;
  /** The browser's id for this vote. */
  idempotencyKey?: string | undefined;
}

/** The joke's mean rating and number of votes after a vote. */
export type VoteAnswer = Rating['answer'];

interface Vote {
  voter: string;
  newVoter: boolean;
  star: number;
  attempt: string;
}

type Outcome =
  | { kind: 'counted'; answer: VoteAnswer }
  | { kind: 'already-rated' | 'key-used' | 'no-such-joke' };

interface Dependencies {
  jokes: JokeData;
  ratings: RatingData;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

function keyUsed(): ApiError {
  return new ApiError('conflict', 'This Idempotency-Key was used for another vote.');
}

/** @param rating the voter's rating of the joke after the vote; null for a malformed one */
function outcomeOf({ attempt, star }: Vote, rating: Rating | null | undefined): Outcome {
  if (rating === undefined) return { kind: 'no-such-joke' };
  if (rating?.attempt !== attempt) return { kind: 'already-rated' };
  if (rating.rating_num !== star) return { kind: 'key-used' };
  return { kind: 'counted', answer: rating.answer };
}

export type RatingService = ReturnType<typeof createRatingService>;

/** Counts simultaneous votes on one joke in one transaction. */
export function createRatingService({ jokes, ratings, transact, clock }: Dependencies) {
  /**
   * Counts a batch of votes in one transaction. A commit that failed with an error may have happened
   * anyway. Then a retry finds a rating with the vote's own `attempt`, and the vote is already counted.
   * @param skipNewVoters whether the first attempt reads no ratings of new voters, who should have none
   */
  function countVotes(jokeId: number, votes: Vote[], skipNewVoters: boolean): Promise<Outcome[]> {
    let skipping = skipNewVoters;
    return transact(async (transaction) => {
      const mayHaveRated = votes.filter((vote) => !(skipping && vote.newVoter));
      skipping = false;
      const [joke, found] = await Promise.all([
        jokes.read(transaction, jokeId),
        ratings.readMany(
          transaction,
          jokeId,
          mayHaveRated.map((vote) => vote.voter),
        ),
      ]);
      if (joke?.status !== 'approved') {
        return votes.map((vote) => {
          const outcome = outcomeOf(vote, found.get(vote.voter));
          return outcome.kind === 'already-rated' ? { kind: 'no-such-joke' } : outcome;
        });
      }

      const toCount = new Map<string, Vote>();
      for (const vote of votes) {
        if (!found.has(vote.voter) && !toCount.has(vote.voter)) toCount.set(vote.voter, vote);
      }
      if (toCount.size > 0) {
        let histogram = joke.histogram;
        for (const { star } of toCount.values()) histogram = withVote(histogram, star);
        const counted = voteFields(histogram, joke.prior);
        const answer = { rating: counted.rating, num_votes: counted.num_votes };
        const created_at = new Date(clock());
        for (const { voter, star, attempt } of toCount.values()) {
          const rating = { joke_id: jokeId, rating_num: star, created_at, attempt, answer };
          ratings.create(transaction, voter, rating);
          found.set(voter, rating);
        }
        jokes.update(transaction, jokeId, counted);
      }
      return votes.map((vote) => outcomeOf(vote, found.get(vote.voter)));
    });
  }

  async function countBatch(jokeId: number, votes: Vote[]): Promise<Outcome[]> {
    try {
      return await countVotes(jokeId, votes, true);
    } catch (error) {
      // The same vote of a new voter was sent twice, and the other one was counted first.
      if (documentExists(error)) return countVotes(jokeId, votes, false);
      throw error;
    }
  }

  const castVote = createBatcher<Vote, Outcome>(
    VOTES_PER_TRANSACTION,
    writeTimeout(clock),
    (key, votes) => countBatch(Number(key), votes),
  );

  const find = createBatcher<string, { found: FoundRating | undefined }>(
    ATTEMPTS_PER_QUERY,
    writeTimeout(clock),
    async (_key, attempts) => {
      const found = await withReadDeadline(ratings.findAttempts(attempts));
      return attempts.map((attempt) => ({ found: found.get(attempt) }));
    },
  );

  return {
    /**
     * The vote that was counted with an idempotency key, if any: its first answer and its voter. Costs one
     * billed read per vote found, at least one, which simultaneous calls share.
     * @throws ApiError conflict when it was for another joke or with another star
     */
    async findCounted(
      idempotencyKey: string,
      jokeId: number,
      star: number,
    ): Promise<{ answer: VoteAnswer; voter: string } | undefined> {
      const { found } = await find('attempts', idempotencyKey);
      if (!found) return undefined;
      const { rating, voter } = found;
      if (rating.joke_id !== jokeId || rating.rating_num !== star) throw keyUsed();
      return { answer: rating.answer, voter };
    },

    /**
     * Counts a vote; resolves only after its commit.
     * @param star 1 to 5
     * @throws ApiError already_rated, conflict when its idempotency key was used with another star, or
     *   not_found when no approved joke has this id
     */
    async rate(
      jokeId: number,
      voter: string,
      star: number,
      { newVoter = false, idempotencyKey }: VoteOptions = {},
    ): Promise<VoteAnswer> {
      const attempt = idempotencyKey ?? randomUUID();
      const outcome = await castVote(String(jokeId), { voter, newVoter, star, attempt });
      switch (outcome.kind) {
        case 'counted':
          return outcome.answer;
        case 'already-rated':
          throw new ApiError('already_rated', 'You have already rated this joke!');
        case 'key-used':
          throw keyUsed();
        case 'no-such-joke':
          throw noSuchJoke();
      }
    },
  };
}
