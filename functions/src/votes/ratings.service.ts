import * as z from 'zod';
import type { CatalogTools } from '../catalog/follower.ts';
import { countVote, countVotes, meanRating } from '../catalog/score.ts';
import { ApiError, ratingSubmission, votesAfter } from '../contract/index.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import {
  createVoterDocuments,
  type OncePerBrowser,
  type VoterCall,
} from '../platform/once-per-browser.ts';
import type { Networks } from '../platform/quota.ts';
import type { Signing } from '../platform/signing.service.ts';
import type { DataSource } from '../platform/stored-document.data.ts';

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

interface Dependencies extends CatalogTools {
  ratingData: RatingData;
  oncePerBrowser: OncePerBrowser;
  signing: Signing;
}

/** Counts votes: each browser's first one on a joke, with one to five stars. */
export function createRatingService(dependencies: Dependencies) {
  const { jokeData, ratingData, oncePerBrowser, signing } = dependencies;

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
     *   another vote, and what `oncePerBrowser` throws
     */
    async rate(call: VoterCall, jokeId: number, stars: number) {
      const group = await voteGroup(call.network);
      return oncePerBrowser(call, {
        documents: ratingData,
        jokeId,
        use: 'vote',
        isSame: ({ rating_num }) => rating_num === stars,
        read: (transaction) => jokeData.read(transaction, jokeId),
        write(transaction, joke, at) {
          if (joke?.status !== 'approved') throw noSuchJoke();
          const counted = countVote(joke, { stars, group }, at);
          jokeData.update(transaction, joke, counted);
          const { histogram } = counted;
          const [rating, num_votes] = [meanRating(histogram), countVotes(histogram)];
          return { rating_num: stars, answer: { rating, num_votes, histogram } };
        },
        alreadyDone: () => new ApiError('already_rated', 'You have already rated this joke!'),
        keyUsed: ({ rating_num }) =>
          new ApiError('conflict', 'This Idempotency-Key was used for another vote.', {
            rating_num,
          }),
      });
    },
  };
}
