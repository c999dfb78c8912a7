import type { Endpoint } from './endpoint.ts';
import { byId } from './entities.ts';
import { limits } from '../domain/limits.ts';
import * as entity from './votes.ts';

const NO_JOKE = 'no joke has this id';
const CHOICE = `The choice is at most ${limits.reviewDays} days long, ends at least two minutes ago, and has at most ${limits.reviewedVotesMax} votes in its time.`;
const UNCOUNTED = 'the joke’s counts do not contain its votes';

/** The calls about votes that may be arranged, all for administrators. */
export const voteEndpoints = {
  listUnusual: {
    method: 'GET',
    path: '/admin/unusual',
    summary: 'Jokes with a day of unusual votes, the latest first',
    description:
      'A day of 30 votes or more is unusual if 90 % of them are the same star, or if the score leaves out half of them because they come from few networks.',
    access: 'admin',
    output: entity.unusualJokes,
  },
  getVotes: {
    method: 'GET',
    path: '/admin/votes/{id}',
    summary: `The votes on a joke in ${limits.reviewDays} days`,
    description:
      'The last ones, or those up to the day on which its votes were unusual. Discarded votes are included.',
    errors: { not_found: NO_JOKE },
    access: 'admin',
    params: byId,
    output: entity.reviewedVotes,
  },
  previewDiscard: {
    method: 'POST',
    path: '/admin/votes/{id}/preview',
    summary: 'What discarding votes would change',
    description: CHOICE,
    errors: { not_found: NO_JOKE, conflict: UNCOUNTED },
    access: 'admin',
    params: byId,
    body: entity.previewing,
    output: entity.discardPreview,
  },
  discardVotes: {
    method: 'POST',
    path: '/admin/votes/{id}/discard',
    summary: 'Discards votes: they no longer count',
    description: `Nobody can vote again. ${CHOICE} Votes that are already discarded are left alone. Undoing the log’s entry counts them again.`,
    errors: {
      not_found: NO_JOKE,
      conflict: `other votes of the joke were discarded or restored meanwhile, all of these are discarded, or ${UNCOUNTED}`,
    },
    access: 'admin',
    params: byId,
    body: entity.discarding,
    output: entity.discardReceipt,
  },
  acceptVotes: {
    method: 'POST',
    path: '/admin/votes/{id}/accept',
    summary: 'Says that a joke’s unusual votes are fine',
    description: 'It is not listed again until another day is unusual.',
    errors: { not_found: 'no joke with this id has unusual votes' },
    access: 'admin',
    params: byId,
    output: entity.acceptReceipt,
  },
} as const satisfies Record<string, Endpoint>;
