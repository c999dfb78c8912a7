import * as z from 'zod';
import { countVote, countVotes, meanRating } from '../catalog/score.ts';
import { ApiError, ratingSubmission, votesAfter } from '../contract/index.ts';
import type { Networks } from '../platform/quota.ts';
import type { Signing } from '../platform/signing.service.ts';
import type { DataSource } from '../platform/stored-document.data.ts';
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

interface Dependencies {
  ratingData: RatingData;
  voters: Voters;
  signing: Signing;
}

export type RatingService = ReturnType<typeof createRatingService>;

/** Counts votes: each browser's first one on a joke, with one to five stars. */
export function createRatingService({ ratingData, voters, signing }: Dependencies) {
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
     * @returns what is stored of it, or of the earlier vote with its key: the stars and the joke's votes after it
     * @throws ApiError already_rated, and what `act` throws
     */
    async rate(call: VoterCall, jokeId: number, rating_num: number) {
      const group = await voteGroup(call.network);
      const { stored } = await voters.act(call, jokeId, {
        use: 'vote',
        documents: ratingData,
        done: new ApiError('already_rated', 'You have already rated this joke!'),
        make(joke, at) {
          const changes = countVote(joke, { stars: rating_num, group }, at);
          const { histogram } = changes;
          const [rating, num_votes] = [meanRating(histogram), countVotes(histogram)];
          return { changes, content: { rating_num, answer: { rating, num_votes, histogram } } };
        },
      });
      return stored;
    },
  };
}
