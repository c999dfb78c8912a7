import * as z from 'zod';
import { limits, QUEUE_ENDS } from '../domain/limits.ts';
import { calls, type Endpoint } from './calls.ts';
import { changeId, changePage, changeQuery, changeReceipt, changeRequest } from './changes.ts';
import { count, integerText, moment } from './fields.ts';
import {
  byId,
  idempotencyHeaders,
  joke,
  jokeContent,
  jokeId,
  jokeStatus,
  reportCounts,
  statedContent,
  textHash,
  HIGHEST_JOKE_ID,
} from './jokes.ts';
import { similarJoke } from './visitor-endpoints.ts';

const decidedJoke = z.strictObject({ joke_id: jokeId, status: jokeStatus });

/** A similar joke that an administrator can decide on. */
const moderatedSimilarJoke = similarJoke.extend({ text_hash: textHash });
export type ModeratedSimilarJoke = z.infer<typeof moderatedSimilarJoke>;

const hint = z.strictObject({
  on_topic: z.boolean(),
  offensive: z.boolean(),
  spam: z.boolean(),
  /** a phrase; empty if there is nothing to say */
  reason: z.string(),
  tags: jokeContent.shape.tags,
  safe: z.boolean(),
});
export type Hint = z.infer<typeof hint>;

export const queueQuery = z.strictObject({
  from: z.enum(QUEUE_ENDS).default('oldest'),
  after: integerText(0, HIGHEST_JOKE_ID, 'The `next` of the page before').default(0),
  limit: integerText(1, limits.queueMaxPageSize, 'Jokes per page').default(limits.queuePageSize),
});
const queueEntry = z.strictObject({
  joke,
  submitted_at: moment,
  similar: z.array(moderatedSimilarJoke),
  /** what the word list says about it */
  hint,
});
export type QueueEntry = z.infer<typeof queueEntry>;
export const queuePage = z.strictObject({
  /** the oldest or the newest first */
  entries: z.array(queueEntry),
  /** pending jokes */
  total: count,
  /** `after` for the next page; null at the end */
  next: jokeId.nullable(),
});

const reportedJoke = z.strictObject({
  joke,
  /** how many browsers gave each reason */
  reasons: reportCounts,
  /** how many browsers reported it */
  total: count,
  first_reported_at: moment,
  last_reported_at: moment,
});
export type ReportedJoke = z.infer<typeof reportedJoke>;
export const reportedJokes = z.strictObject({
  /** the most reported first, of those the most recently reported */
  reported: z.array(reportedJoke).max(limits.reportedMax),
  /** reported jokes; when some of those above are decided, others follow */
  total: count,
});

/** The calls of moderation, all for administrators. Screens change jokes with the fifth and the sixth; the first four are for other programs. */
export const moderationEndpoints = {
  approveJoke: { ...calls.approveJoke, params: byId, output: decidedJoke },
  rejectJoke: { ...calls.rejectJoke, params: byId, output: decidedJoke },
  deleteJoke: {
    ...calls.deleteJoke,
    params: byId,
    output: z.strictObject({ joke_id: jokeId, deleted: z.literal(true) }),
  },
  editJoke: { ...calls.editJoke, params: byId, body: statedContent, output: joke },
  changeJokes: {
    ...calls.changeJokes,
    headers: idempotencyHeaders,
    body: changeRequest,
    bodyMaxBytes: limits.changeMaxBytes,
    output: changeReceipt,
  },
  undoChange: {
    ...calls.undoChange,
    headers: idempotencyHeaders,
    params: z.strictObject({ id: changeId }),
    output: changeReceipt,
  },
  listChanges: { ...calls.listChanges, query: changeQuery, output: changePage },
  listSimilarJokes: {
    ...calls.listSimilarJokes,
    params: byId,
    output: z.strictObject({ similar: z.array(moderatedSimilarJoke).max(limits.similarMax) }),
  },
  getQueue: { ...calls.getQueue, query: queueQuery, output: queuePage },
  listReported: { ...calls.listReported, output: reportedJokes },
  getAdminCounts: {
    ...calls.getAdminCounts,
    output: z.strictObject({
      pending: count,
      oldest: z.strictObject({ joke_id: jokeId, submitted_at: moment }).nullable(),
      reported: count,
    }),
  },
} as const satisfies Record<string, Endpoint>;
