import { randomUUID } from 'node:crypto';
import { ApiError } from '../../contract/index.ts';
import { statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import { createFold } from '../../concurrency/batch.ts';
import { withReadDeadline } from '../../database/read-deadline.ts';
import { documentExists, writePatience, type Transact } from '../../database/transact.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import {
  ATTEMPTS_PER_QUERY,
  type FoundRating,
  type Rating,
  type RatingData,
} from './ratings.data.ts';
import { voteFields, withVote } from '../../catalog/score.ts';

/** Votes that one transaction counts at the most. */
const MAXIMUM_FOLDED = 250;

/** What is known of a vote beside the vote itself. */
export interface VoteOptions {
  /** Whether nobody has voted with this voter id yet. */
  newVoter?: boolean;
  /** The browser's own id of this vote. */
  idempotencyKey?: string | undefined;
}

/** The joke's mean rating and number of votes with a vote. */
export type VoteAnswer = NonNullable<Rating['answer']>;

interface Vote {
  voter: string;
  newVoter: boolean;
  star: number;
  attempt: string;
}

type Outcome =
  { kind: 'counted'; answer: VoteAnswer } | { kind: 'already-rated' | 'key-used' | 'no-such-joke' };

export interface RatingService {
  /**
   * The vote that was counted with an idempotency key, if one was: its first answer, and whose it is.
   * One billed read; those that are looked for together share it.
   * @throws ApiError conflict when it was for another joke or star
   */
  findCounted(
    idempotencyKey: string,
    jokeId: number,
    star: number,
  ): Promise<{ answer: VoteAnswer; voter: string } | undefined>;
  /**
   * Lets only approved jokes pass; no billed read while the cached catalog has the joke as approved.
   * @throws ApiError not_found
   */
  requireApproved(jokeId: number): Promise<void>;
  /**
   * Counts a vote; answers only after its commit.
   * @param star 1 to 5
   * @throws ApiError already_rated, conflict when its idempotency key was used with another star, or
   *   not_found when there is no such approved joke
   */
  rate(jokeId: number, voter: string, star: number, options?: VoteOptions): Promise<VoteAnswer>;
}

interface Parts {
  catalog: Pick<CatalogService, 'current'>;
  jokes: JokeData;
  ratings: RatingData;
  transact: Transact;
  clock: () => number;
  voted: (jokeId: number) => void;
}

function noSuchJoke(): ApiError {
  return new ApiError('not_found', 'There is no such joke.');
}

function keyUsed(): ApiError {
  return new ApiError('conflict', 'This Idempotency-Key was used for another vote.');
}

/** What a vote is answered, given the voter's rating of the joke after it; null for a malformed one. */
function outcomeOf({ attempt, star }: Vote, rating: Rating | null | undefined): Outcome {
  if (rating === undefined) return { kind: 'no-such-joke' };
  if (rating?.attempt !== attempt || !rating.answer) return { kind: 'already-rated' };
  if (rating.rating_num !== star) return { kind: 'key-used' };
  return { kind: 'counted', answer: rating.answer };
}

/** Votes on one joke that arrive together are counted in one transaction. */
export function createRatingService(parts: Parts): RatingService {
  const { catalog, jokes, ratings, transact, clock, voted } = parts;

  /**
   * Counts the votes of one round. A commit that answered with an error may have happened: then the
   * rating that is found carries this vote's own attempt, and it counts as done.
   * @param trustNew whether new voters are taken to have no rating until a commit has failed
   */
  function countVotes(jokeId: number, votes: Vote[], trustNew: boolean): Promise<Outcome[]> {
    let trusting = trustNew;
    return transact(async (transaction) => {
      const mayHaveRated = votes.filter((vote) => !(trusting && vote.newVoter));
      trusting = false;
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

      const fresh = new Map<string, Vote>();
      for (const vote of votes) {
        if (!found.has(vote.voter) && !fresh.has(vote.voter)) fresh.set(vote.voter, vote);
      }
      if (fresh.size > 0) {
        let histogram = joke.histogram;
        for (const { star } of fresh.values()) histogram = withVote(histogram, star);
        const counted = voteFields(histogram, joke.prior);
        const answer = { rating: counted.rating, num_votes: counted.num_votes };
        const created_at = new Date(clock());
        for (const { voter, star, attempt } of fresh.values()) {
          const vote = { joke_id: jokeId, rating_num: star, created_at, attempt, answer };
          ratings.create(transaction, voter, vote);
          found.set(voter, vote);
        }
        jokes.update(transaction, jokeId, { ...counted, updated_at: created_at });
      }
      return votes.map((vote) => outcomeOf(vote, found.get(vote.voter)));
    });
  }

  async function countRound(jokeId: number, votes: Vote[]): Promise<Outcome[]> {
    try {
      return await countVotes(jokeId, votes, true);
    } catch (error) {
      // The same vote, sent before, was counted meanwhile.
      if (documentExists(error)) return countVotes(jokeId, votes, false);
      throw error;
    }
  }

  const cast = createFold<Vote, Outcome>(
    MAXIMUM_FOLDED,
    writePatience(clock),
    async (key, votes) => {
      const jokeId = Number(key);
      let mayHaveCounted = true;
      try {
        const outcomes = await countRound(jokeId, votes);
        mayHaveCounted = outcomes.some(({ kind }) => kind === 'counted');
        return outcomes;
      } finally {
        if (mayHaveCounted) voted(jokeId);
      }
    },
  );

  const find = createFold<string, { found: FoundRating | undefined }>(
    ATTEMPTS_PER_QUERY,
    writePatience(clock),
    async (_key, attempts) => {
      const found = await withReadDeadline(ratings.findAttempts(attempts));
      return attempts.map((attempt) => ({ found: found.get(attempt) }));
    },
  );

  return {
    async findCounted(idempotencyKey, jokeId, star) {
      const { found } = await find('attempts', idempotencyKey);
      if (!found) return undefined;
      const { rating, voter } = found;
      if (rating.joke_id !== jokeId || rating.rating_num !== star) throw keyUsed();
      return rating.answer && { answer: rating.answer, voter };
    },
    async requireApproved(jokeId) {
      const { root } = await catalog.current();
      if (statusOf(root, jokeId) === 'approved') return;
      // Another instance may have approved it since the catalog was cached.
      const [joke] = await withReadDeadline(jokes.readMany([jokeId]));
      if (joke?.status !== 'approved') throw noSuchJoke();
    },
    async rate(jokeId, voter, star, { newVoter = false, idempotencyKey } = {}) {
      const attempt = idempotencyKey ?? randomUUID();
      const outcome = await cast(String(jokeId), { voter, newVoter, star, attempt });
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
