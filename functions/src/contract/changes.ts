import * as z from 'zod/mini';
import {
  jokeId,
  moderatedJoke,
  rejectReason,
  keptStatus,
  textHash,
  jokeStatus,
} from './entities.ts';
import { count, described, integerText } from './fields.ts';
import { jokeContent, jokeTags, statedContent } from './joke-content.ts';
import { moment } from './moment.ts';
import { reportCounts } from './reports.ts';
import { limits, PERSONAL_DATA } from '../domain/limits.ts';

/** What a change is called in the log. */
export const changeAction = z.enum([
  'approve',
  'reject',
  'keep-one',
  'edit',
  'tag',
  'delete',
  'keep',
  'generate-image',
  'undo',
]);
export type ChangeAction = z.infer<typeof changeAction>;

/** The actions of {@link changeRequest}: the other two have calls of their own. */
const requestedAction = z.enum(['approve', 'reject', 'keep-one', 'edit', 'tag', 'delete', 'keep']);

export const changeId = z
  .string()
  .check(
    z.regex(/^[0-9A-Za-z]{20}$/, 'Must be the id of a change'),
    z.meta({ description: 'The id of a change' }),
  );

/** The change that a call has made. */
export const writtenChange = described(
  z.nullable(changeId),
  'The change, with which it can be undone; null if nothing was changed',
);

/** The number of jokes with each status. */
export const totals = described(
  z.strictObject({ approved: count, pending: count, rejected: count }),
  'The number of jokes with each status afterwards',
);
export type Totals = z.infer<typeof totals>;

/** What the moderator saw of a joke; what is left out is not compared. */
export const expectation = z.strictObject({
  status: z.exactOptional(jokeStatus),
  text_hash: z.exactOptional(textHash),
});
export type Expectation = z.infer<typeof expectation>;

/** What changes about a joke; what is left out stays. */
const patch = z.strictObject({
  status: z.exactOptional(z.enum(['approved', 'rejected', 'deleted'])),
  duplicate_of: described(
    z.exactOptional(jokeId),
    'Of a rejection because of `duplicate`: the joke that it repeats, which the submitter may read',
  ),
  ...z.partial(statedContent).shape,
  add_tags: described(z.exactOptional(jokeTags), 'Tags that it gets'),
  remove_tags: described(z.exactOptional(jokeContent.shape.tags), 'Tags that it loses'),
  reports: described(z.exactOptional(z.null()), 'null dismisses its reports'),
});
export type Patch = z.infer<typeof patch>;

const changeItem = z.strictObject({
  joke_id: jokeId,
  expected: described(
    z._default(expectation, {}),
    'What the moderator saw. If the joke has changed since, it is left alone and gets an `error`',
  ),
  patch,
});

export const changeRequest = z
  .strictObject({
    action: described(requestedAction, 'What the log calls it'),
    reason: described(
      z.exactOptional(rejectReason),
      `Why jokes are rejected. With \`${PERSONAL_DATA}\` they are erased, also from the log, which can’t be undone`,
    ),
    items: z.array(changeItem).check(
      z.minLength(1),
      z.maxLength(limits.changeMaxItems),
      z.refine((items) => new Set(items.map(({ joke_id }) => joke_id)).size === items.length, {
        error: 'Each joke only once',
      }),
    ),
  })
  .check(
    z.refine(
      ({ reason, items }) =>
        reason === undefined || items.some(({ patch: { status } }) => status === 'rejected'),
      { error: 'Only a rejection has a reason', path: ['reason'] },
    ),
    z.refine(
      ({ reason, items }) =>
        reason !== PERSONAL_DATA || items.every(({ patch: { status } }) => status === 'rejected'),
      { error: 'All these jokes must be rejected', path: ['items'] },
    ),
    z.refine(
      ({ reason, items }) =>
        items.every(
          ({ joke_id, patch: { status, duplicate_of: original } }) =>
            original === undefined ||
            (status === 'rejected' && reason === 'duplicate' && original !== joke_id),
        ),
      { error: 'Only a duplicate repeats a joke, and none itself', path: ['items'] },
    ),
  );
export type ChangeRequest = z.infer<typeof changeRequest>;

/** A part of a joke that is changed, and undone, as one. */
export const changedPart = z.enum(['status', 'joke_text', 'tags', 'safe', 'image', 'reports']);
export type ChangedPart = z.infer<typeof changedPart>;

const changeResult = z.strictObject({
  joke_id: jokeId,
  joke: described(
    z.nullable(moderatedJoke),
    'As it is now; null if there is no such joke, it is erased, or its document is malformed',
  ),
  error: described(z.optional(z.string()), 'Why nothing of it was changed'),
  left: described(
    z.optional(z.array(changedPart)),
    'What an undo has left alone, because it has changed since',
  ),
});

/** What a change has done. */
export const changeReceipt = z.strictObject({
  change_id: writtenChange,
  results: described(z.array(changeResult), 'One for each joke, in the same order'),
  totals,
});
export type ChangeReceipt = z.infer<typeof changeReceipt>;

/** The changed fields of a joke, before or after a change. */
const changedFields = z.strictObject({
  status: z.optional(keptStatus),
  ...z.partial(jokeContent).shape,
  reject_reason: z.optional(z.nullable(rejectReason)),
  duplicate_of: described(z.optional(z.nullable(jokeId)), 'The joke that a rejected one repeats'),
  has_image: z.optional(z.boolean()),
  reports: described(z.optional(z.nullable(reportCounts)), 'null: none, or dismissed'),
});

const loggedChange = z.strictObject({
  change_id: changeId,
  at: moment,
  actor: described(
    z.strictObject({ provider: z.string(), username: z.string() }),
    'Who acted: an administrator, or the operator with a command',
  ),
  action: changeAction,
  reason: z.nullable(rejectReason),
  item_count: described(count, 'How many jokes it has changed'),
  items: described(
    z.array(
      z.strictObject({
        joke_id: jokeId,
        joke_text: described(z.nullable(z.string()), 'As it is now; null if nothing is left of it'),
        before: changedFields,
        after: changedFields,
      }),
    ),
    `The first ${limits.changeItemsShown} of them. Nothing is said of a joke that was malformed or is erased`,
  ),
  undoes: described(z.nullable(changeId), 'The change that it undid'),
  can_undo: described(
    z.boolean(),
    'Whether anything of it is still as it has left it, so that undoing it changes something',
  ),
});
export type LoggedChange = z.infer<typeof loggedChange>;

export const changeQuery = z
  .strictObject({
    joke_id: z.optional(integerText(1, 999_999_999, 'Only changes of this joke')),
    username: described(
      z.optional(z.string().check(z.minLength(1), z.maxLength(limits.searchMaxLength))),
      'Only what this administrator did; not together with `joke_id`',
    ),
    from: described(z.optional(moment), 'Not before this time'),
    to: described(z.optional(moment), 'Before this time'),
    limit: z._default(
      integerText(1, limits.changesMaxPageSize, 'Changes per page'),
      limits.changesPageSize,
    ),
    after: described(z.optional(changeId), 'The `next` of the page before'),
  })
  .check(
    z.refine(({ joke_id, username }) => joke_id === undefined || username === undefined, {
      error: 'Not together with joke_id',
      path: ['username'],
    }),
  );
export const changePage = z.strictObject({
  changes: described(z.array(loggedChange), 'The latest first'),
  next: described(z.nullable(changeId), '`after` for the next page; null at the end'),
});
