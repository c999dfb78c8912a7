import * as z from 'zod/mini';
import { ratingSubmission, votesAfter } from '../contract/index.ts';
import type { DataSource } from '../platform/stored-document.data.ts';
import { createVoterDocuments, voterDocument } from '../platform/voter-documents.data.ts';

const ratingContent = z.object({
  rating_num: ratingSubmission.shape.rating_num,
  /** see `voteGroup` */
  group: z.optional(z.int().check(z.minimum(0), z.maximum(255))),
  /** the answer to the vote */
  answer: votesAfter,
});
const ratingDocument = z.extend(voterDocument, ratingContent.shape);

export type RatingData = ReturnType<typeof createRatingData>;

/** Reads and writes `ratings/{joke_id}_{voter}`. */
export function createRatingData(source: DataSource) {
  return createVoterDocuments<z.output<typeof ratingContent>>(source, 'ratings', ratingDocument);
}
