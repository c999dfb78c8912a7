import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { auditId, auditPage, auditQuery } from './audit.ts';
import type { Endpoint } from './endpoint.ts';
import { byId } from './entities.ts';
import { limits } from '../domain/limits.ts';
import * as entity from './moderation.ts';
import { moderatedSimilarJokes, queuePage, queueQuery } from './queue.ts';
import { keeping, keepReceipt, keepResults, reportedPage, reportedQuery } from './reports.ts';

const CHANGED =
  'the joke has changed since the moderator saw it; `joke` is what it is now. Or the stored joke is malformed';

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
    query: entity.expectation,
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
  moderateJokes: {
    ...calls.moderateJokes,
    summary: 'Approves or rejects several jokes',
    description: `Up to ${limits.moderationMaxIds} jokes in one transaction. A joke that can’t be moderated gets an \`error\`; the others are decided. Jokes that already have the status are left alone. A rejection because of \`personal_data\` deletes, also what the log has of deleted jokes, and can’t be undone.`,
    body: entity.moderation,
    output: entity.moderationResults,
  },
  tagJokes: {
    ...calls.tagJokes,
    summary: 'Adds and removes tags of several jokes, and says whether they are safe',
    description: `Up to ${limits.moderationMaxIds} jokes in one transaction, each with an entry in the log if anything changes. A joke that has changed, or would have more than ${limits.tagsMax} tags, gets an \`error\`; the others are changed.`,
    body: entity.retagging,
    output: entity.retaggingResults,
  },
  undoModeration: {
    ...calls.undoModeration,
    summary:
      'Undoes an approval, a rejection, an edit, a change of tags, a deletion or a dismissal of reports',
    description: `Restores the joke’s status, text, tags and date of approval. Votes since then are kept. A deleted joke can be restored for ${limits.restorableDays} days. The log gets an entry for it.`,
    errors: {
      not_found: 'the log has no such entry',
      conflict:
        'the joke’s status or text has changed since, the log no longer keeps it, its number is used again, or the entry is of another kind',
    },
    params: z.strictObject({ audit_id: auditId }),
    output: entity.undoReceipt,
  },
  undoModerations: {
    ...calls.undoModerations,
    summary: 'Undoes several approvals, rejections, edits or changes of tags',
    description: `Up to ${limits.moderationMaxIds} entries in one transaction. An entry that can’t be undone gets an \`error\`; the others are undone.`,
    body: entity.undoing,
    output: entity.undoResults,
  },
  listAudit: {
    ...calls.listAudit,
    summary: 'Who did what and when, the latest first',
    errors: { not_found: 'the log has no entry with the id `after`' },
    query: auditQuery,
    output: auditPage,
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
  keepJoke: {
    ...calls.keepJoke,
    summary: 'Dismisses the reports of a joke',
    description: 'The joke stays as it is. A rejection or deletion ends its reports, too.',
    errors: { not_found: 'the joke is not reported' },
    params: byId,
    output: keepReceipt,
  },
  keepJokes: {
    ...calls.keepJokes,
    summary: 'Dismisses the reports of several jokes',
    description: `Up to ${limits.moderationMaxIds} jokes in one transaction. A joke that is not reported gets an \`error\`.`,
    body: keeping,
    output: keepResults,
  },
  getAdminCounts: {
    ...calls.getAdminCounts,
    summary: 'How many jokes are pending and reported, and since when the oldest one is pending',
    output: entity.adminCounts,
  },
} as const satisfies Record<string, Endpoint>;
