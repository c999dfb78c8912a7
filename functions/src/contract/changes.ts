import * as z from 'zod';
import { JOKE_STATUSES, limits, PERSONAL_DATA } from '../domain/limits.ts';
import { count, forEach, integerText, moment } from './fields.ts';
import {
  jokeContent,
  jokeId,
  jokeStatus,
  jokeTags,
  anyStatus,
  moderatedJoke,
  rejectReason,
  reportCounts,
  statedContent,
  textHash,
  HIGHEST_JOKE_ID,
} from './jokes.ts';

/** The actions of {@link changeRequest}; the other two have calls of their own. */
const requestedAction = z.enum(['approve', 'reject', 'keep-one', 'edit', 'tag', 'delete', 'keep']);

/** What a change is called in the log. */
export const changeAction = z.enum([...requestedAction.options, 'generate-image', 'undo']);
export type ChangeAction = z.infer<typeof changeAction>;

export const changeId = z.string().regex(/^[0-9A-Za-z]{20}$/, 'Must be the id of a change');

/** The change that a call has made, with which it can be undone; null if nothing was changed. */
export const writtenChange = changeId.nullable();

/** The number of jokes with each status afterwards. */
const totals = z.strictObject(forEach(JOKE_STATUSES, count));
export type Totals = z.infer<typeof totals>;

/** What the moderator saw of a joke; what is left out is not compared. */
const expectation = z.strictObject({
  status: jokeStatus.exactOptional(),
  text_hash: textHash.exactOptional(),
});
export type Expectation = z.infer<typeof expectation>;

/** What changes about a joke; what is left out stays. */
const patch = z.strictObject({
  status: anyStatus.exclude(['pending']).exactOptional(),
  /** of a rejection because of `duplicate`: the joke that it repeats, which the submitter may read */
  duplicate_of: jokeId.exactOptional(),
  ...statedContent.partial().shape,
  add_tags: jokeTags.exactOptional(),
  remove_tags: jokeContent.shape.tags.exactOptional(),
  /** null dismisses its reports */
  reports: z.null().exactOptional(),
});
export type Patch = z.infer<typeof patch>;

const changeItem = z.strictObject({
  joke_id: jokeId,
  /** If the joke has changed since, it is left alone and gets an `error`. */
  expected: expectation.default({}),
  patch,
});

export const changeRequest = z
  .strictObject({
    action: requestedAction,
    /** why jokes are rejected; with `PERSONAL_DATA` they are erased, also from the log, for good */
    reason: rejectReason.exactOptional(),
    items: z
      .array(changeItem)
      .min(1)
      .max(limits.changeMaxItems)
      .refine(
        (items) => new Set(items.map(({ joke_id }) => joke_id)).size === items.length,
        'Each joke only once',
      ),
  })
  .refine(
    ({ reason, items }) =>
      reason !== PERSONAL_DATA || items.every(({ patch: { status } }) => status === 'rejected'),
    { error: 'All these jokes must be rejected', path: ['items'] },
  );
export type ChangeRequest = z.infer<typeof changeRequest>;

/** A part of a joke that is changed, and undone, as one. */
export const changedPart = z.enum(['status', 'joke_text', 'tags', 'safe', 'image', 'reports']);
export type ChangedPart = z.infer<typeof changedPart>;

/** What a change has done. */
export const changeReceipt = z.strictObject({
  change_id: writtenChange,
  /** one for each joke, in the same order */
  results: z.array(
    z.strictObject({
      joke_id: jokeId,
      /** as it is now; null if there is no such joke, it is erased, or its document is malformed */
      joke: moderatedJoke.nullable(),
      /** why nothing of it was changed */
      error: z.string().optional(),
      /** what an undo has left alone, because it has changed since */
      left: z.array(changedPart).optional(),
    }),
  ),
  totals,
});
export type ChangeReceipt = z.infer<typeof changeReceipt>;

/** The changed fields of a joke, before or after a change; others are left out. */
const changedFields = z.object({
  status: anyStatus.optional(),
  ...jokeContent.partial().shape,
  reject_reason: rejectReason.nullable().optional(),
  duplicate_of: jokeId.nullable().optional(),
  has_image: z.boolean().optional(),
  /** null: none, or dismissed */
  reports: reportCounts.strip().nullable().optional(),
});

const loggedChange = z.strictObject({
  change_id: changeId,
  at: moment,
  actor: z.strictObject({ provider: z.string(), username: z.string() }),
  action: changeAction,
  reason: rejectReason.nullable(),
  /** how many jokes it has changed */
  item_count: count,
  /** the first of them, without those that were malformed or are erased */
  items: z.array(
    z.strictObject({
      joke_id: jokeId,
      /** as it is now; null if nothing is left of it */
      joke_text: z.string().nullable(),
      before: changedFields,
      after: changedFields,
    }),
  ),
  /** the change that it undid */
  undoes: changeId.nullable(),
  /** whether anything of it is still as it has left it, so that undoing it changes something */
  can_undo: z.boolean(),
});
export type LoggedChange = z.infer<typeof loggedChange>;

export const changeQuery = z
  .strictObject({
    joke_id: integerText(1, HIGHEST_JOKE_ID, 'Only changes of this joke').optional(),
    username: z.string().min(1).max(limits.searchMaxLength).optional(),
    /** not before this time */
    from: moment.optional(),
    /** before this time */
    to: moment.optional(),
    limit: integerText(1, limits.changesMaxPageSize, 'Changes per page').default(
      limits.changesPageSize,
    ),
    /** the `next` of the page before */
    after: changeId.optional(),
  })
  .refine(({ joke_id, username }) => joke_id === undefined || username === undefined, {
    error: 'Not together with joke_id',
    path: ['username'],
  });

/** The latest first. */
export const changePage = z.strictObject({
  changes: z.array(loggedChange),
  /** `after` for the next page; null at the end */
  next: changeId.nullable(),
});
