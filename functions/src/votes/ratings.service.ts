import * as z from 'zod';
import type { JokeData } from '../catalog/jokes.data.ts';
import { countVote, countVotes, meanRating } from '../catalog/score.ts';
import { ApiError, noSuchJoke, ratingSubmission, votesAfter } from '../contract/index.ts';
import type { Networks } from '../platform/quota.ts';
import type { Signing } from '../platform/signing.service.ts';
import type { DataSource } from '../platform/stored-document.data.ts';
import type { Tools } from '../platform/tools.ts';
import { createVoterDocuments } from './voter-documents.data.ts';
import type { VoterCall, Voters } from './voters.ts';

export const ratingContent = z.object({
  rating_num: ratingSubmission.shape.rating_num,
  /** the answer to the vote */
  answer: votesAfter,
});

export type RatingData = ReturnType<typeof createRatingData>;

/** Reads and writes `ratings/{joke_id}_{voter}`: one browser's vote on a joke. */
export function createRatingData(source: DataSource) {
  return createVoterDocuments(source, 'ratings', ratingContent);
}

interface Dependencies extends Pick<Tools, 'transact' | 'clock'> {
  jokeData: JokeData;
  ratingData: RatingData;
  voters: Voters;
  signing: Signing;
}

export type RatingService = ReturnType<typeof createRatingService>;

/** Counts votes: each browser's first one on a joke, with one to five stars. */
export function createRatingService(dependencies: Dependencies) {
  const { jokeData, ratingData, voters, signing, transact, clock } = dependencies;

  /**
   * The group of a voter, 0 to 255: the first byte of a keyed hash of the network. It is the same for every joke,
   * and one byte identifies nobody.
   */
  async function voteGroup({ provider }: Networks): Promise<number> {
    const code = await signing.sign('vote-group', provider);
    return Buffer.from(code, 'base64url')[0] ?? 0;
  }

  return {
    /**
     * Counts a vote, once for each browser and joke.
     * @returns what is stored of it, with the joke's votes after it
     * @throws ApiError already_rated, not_found if no approved joke has this id, conflict if the key was used for
     *   another vote, and what `recognize` throws
     */
    async rate(call: VoterCall, jokeId: number, stars: number) {
      const group = await voteGroup(call.network);
      const { id, ids, attempt, remember } = await voters.recognize(call, 'vote');
      const stored = await transact(
        {
          read: async (transaction) => ({
            found: await ratingData.find(transaction, jokeId, ids),
            joke: await jokeData.read(transaction, jokeId),
          }),
          earlier({ found }) {
            const again = found.find((each) => each?.attempt === attempt);
            if (again && again.rating_num !== stars) {
              const { rating_num } = again;
              const detail = 'This Idempotency-Key was used for another vote.';
              throw new ApiError('conflict', detail, { rating_num });
            }
            if (!again && found[0] !== undefined) {
              throw new ApiError('already_rated', 'You have already rated this joke!');
            }
            return again ?? undefined;
          },
          write(transaction, { joke }) {
            if (joke?.status !== 'approved') throw noSuchJoke();
            const created_at = new Date(clock());
            const counted = countVote(joke, { stars, group }, created_at);
            jokeData.update(transaction, joke, counted);
            const { histogram } = counted;
            const [rating, num_votes] = [meanRating(histogram), countVotes(histogram)];
            const answer = { rating, num_votes, histogram };
            const created = { joke_id: jokeId, rating_num: stars, answer, created_at, attempt };
            ratingData.create(transaction, id, created);
            return created;
          },
        },
        call.state,
      );
      await remember();
      return stored;
    },
  };
}
