import * as z from 'zod/mini';
import { calls } from './calls.ts';
import * as change from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { byId, idempotencyHeaders } from './entities.ts';
import { limits } from '../domain/limits.ts';
import * as entity from './moderation.ts';
import { moderatedSimilarJokes, queuePage, queueQuery } from './queue.ts';
import { reportedPage, reportedQuery } from './reports.ts';

const CHANGED =
  'the joke has changed since the moderator saw it; `joke` is what it is now, and who changed it. Or the stored joke is malformed';

/** The calls of moderation, all for administrators. */
export const moderationEndpoints = {
  approveJoke: {
    ...calls.approveJoke,
    summary: 'Approves a joke',
    description:
      'Sets its tags and `safe` with it, if they are given. Otherwise it has no effect on an approved joke, and a joke without tags gets those that the word list suggests. A joke is not safe if the word list says so, unless `safe` is given.',
    errors: { not_found: 'no joke has this id', conflict: CHANGED },
    params: byId,
    body: entity.decision,
    output: entity.moderationReceipt,
  },
  rejectJoke: {
    ...calls.rejectJoke,
    summary: 'Rejects a joke',
    description:
      'Sets its tags and `safe` with it, if they are given. Otherwise it has no effect on a rejected joke.',
    errors: { not_found: 'no joke has this id', conflict: CHANGED },
    params: byId,
    body: entity.decision,
    output: entity.moderationReceipt,
  },
  deleteJoke: {
    ...calls.deleteJoke,
    summary: 'Deletes a joke and its ratings',
    description: `Undoing it restores both for ${limits.restorableDays} days. \`status\` and \`text_hash\` are what the moderator saw.`,
    errors: { not_found: 'no joke has this id', conflict: CHANGED },
    params: byId,
    query: change.expectation,
    output: entity.deletionReceipt,
  },
  editJoke: {
    ...calls.editJoke,
    summary: 'Changes the text of a joke, and its tags and `safe` if they are given',
    errors: { not_found: 'no joke has this id', conflict: CHANGED },
    params: byId,
    body: entity.edit,
    output: entity.editedJoke,
  },
  changeJokes: {
    ...calls.changeJokes,
    summary: 'Changes several jokes',
    description: `Up to ${limits.changeMaxItems} jokes in one transaction, each with its own patch. A joke that has changed since the moderator saw it, or would have more than ${limits.tagsMax} tags, gets an \`error\`; the others are changed. An approval takes what the word list suggests, unless the patch has \`tags\` and \`safe\`.`,
    errors: { conflict: 'the key was already used with another body' },
    headers: idempotencyHeaders,
    body: change.changeRequest,
    bodyMaxBytes: limits.changeMaxBytes,
    output: change.changeReceipt,
  },
  undoChange: {
    ...calls.undoChange,
    summary: 'Undoes a change, as far as nothing has changed since',
    description: `A change of its own, which can be undone. What has changed since is left alone and named. Votes since then are kept, and reports that it has dismissed come back. A deleted joke and a replaced image come back for ${limits.restorableDays} days; what was erased never does.`,
    errors: {
      not_found: 'there is no such change',
      conflict: 'nothing is left to undo; `joke` is what it is now, if the change is of one joke',
    },
    headers: idempotencyHeaders,
    params: z.strictObject({ id: change.changeId }),
    output: change.changeReceipt,
  },
  listChanges: {
    ...calls.listChanges,
    summary: 'Who changed what and when, the latest first',
    errors: { not_found: 'there is no change with the id `after`' },
    query: change.changeQuery,
    output: change.changePage,
  },
  listSimilarJokes: {
    ...calls.listSimilarJokes,
    summary: 'Jokes that say nearly the same as a joke',
    description: 'Whatever their status; the joke itself is left out.',
    errors: { not_found: 'no joke has this id' },
    params: byId,
    output: moderatedSimilarJokes,
  },
  getQueue: {
    ...calls.getQueue,
    summary: 'Pending jokes, the oldest first',
    description:
      'Each with similar jokes and the word list’s hint, whose tags and `safe` an approval takes. `after` is a joke’s number, so decisions that are made meanwhile skip nothing.',
    query: queueQuery,
    output: queuePage,
  },
  listReported: {
    ...calls.listReported,
    summary: 'Reported jokes, the most reported first',
    query: reportedQuery,
    output: reportedPage,
  },
  getAdminCounts: {
    ...calls.getAdminCounts,
    summary: 'How many jokes are pending and reported, and since when the oldest one is pending',
    output: entity.adminCounts,
  },
} as const satisfies Record<string, Endpoint>;
