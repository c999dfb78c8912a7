import {
  CHANGED_FIELDS,
  changesTo,
  isRemoved,
  type ChangedFields,
  type JokeDocument,
  type JokeReports,
  type KeptJoke,
  type RemovedJoke,
} from '../catalog/joke-document.ts';
import type { FoundJoke } from '../catalog/jokes.data.ts';
import {
  ApiError,
  changedPart,
  type ChangedPart,
  type Patch,
  type RejectReason,
} from '../contract/index.ts';
import {
  DAY_MS,
  limits,
  PERSONAL_DATA,
  REPORT_REASONS,
  TAGS,
  taggingOnApproval,
  type Tag,
} from '../domain/index.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { StoredItem } from './changes.data.ts';
import { hintAbout } from './hints.ts';
import {
  byWhom,
  changedSince,
  conflict,
  type Changed,
  type ChangeItem,
  type Moderator,
} from './moderated-joke.ts';

const RESTORABLE_MS = limits.restorableDays * DAY_MS;

/** What is to become of a joke that was read. */
export interface Plan extends Omit<Changed, 'joke'> {
  found: FoundJoke;
  changes?: ChangedFields;
  /** instead of changes: that only the number and receipt stay */
  becomes?: RemovedJoke['status'];
}

/** A joke of which something is left. */
export const presentOf = (found: FoundJoke) => (found && !isRemoved(found) ? found : null);

/** The error for a joke that can't be changed. @param found null if its document is malformed */
function missing(found: FoundJoke): ApiError {
  if (found !== null) return noSuchJoke();
  return new ApiError('conflict', 'The stored fact is malformed. You can only delete it.');
}

const isEmpty = (fields: ChangedFields) => Object.keys(fields).length === 0;

/** What an earlier attempt has done. @param isDone whether it has changed the joke */
export function resultOf({ found, changes, becomes, ...plan }: Plan, isDone: boolean): Changed {
  const joke = presentOf(found);
  const { error, ...result } = { ...plan, joke };
  if (isDone || !(error || changes || becomes)) return result;
  const refusal = joke ? conflict(joke, 'It was not changed.') : missing(found);
  return { ...result, error: error ?? refusal };
}

/** What a decision changes besides the status. */
function decided(
  joke: JokeDocument,
  { status, duplicate_of }: Patch,
  reason: RejectReason | undefined,
  now: Date,
): ChangedFields {
  if (status === undefined || status === joke.status) return {};
  if (status === 'deleted') return { status, deleted_at: now, reports: null };
  const decision = { status, decided_at: now };
  if (status === 'approved') {
    // The date of the first approval stays.
    const approved_at = joke.approved_at ?? now;
    return { ...decision, approved_at, reject_reason: null, duplicate_of: null };
  }
  const because = { reject_reason: reason ?? null, duplicate_of: duplicate_of ?? null };
  return { ...decision, ...because, reports: null };
}

/**
 * The tags of a joke and whether it is safe, after a change. What the moderator does not state, an approval takes from
 * the word list: tags if it has none, and that it is not safe.
 */
async function tagged(joke: JokeDocument, patch: Patch): Promise<ChangedFields> {
  const isApproval = patch.status === 'approved' && joke.status !== 'approved';
  const { joke_text: text = joke.joke_text, add_tags: add = [], remove_tags: remove = [] } = patch;
  const { tags, safe } = isApproval ? taggingOnApproval(joke, await hintAbout(text)) : joke;
  const base = patch.tags ?? tags;
  const isWanted = (tag: Tag) => add.includes(tag) || (base.includes(tag) && !remove.includes(tag));
  return { tags: TAGS.filter(isWanted), safe: patch.safe ?? safe };
}

/**
 * What an item changes about a joke; nothing if it is so already.
 * @throws ApiError conflict if the joke is deleted, has changed since the moderator saw it, or would have too many tags
 */
async function patched(
  joke: JokeDocument,
  { patch, expected = {} }: ChangeItem,
  reason: RejectReason | undefined,
  moderator: Moderator,
): Promise<ChangedFields> {
  const { now } = moderator;
  const error = changedSince(joke, expected, moderator);
  if (error) throw error;
  if (expected.image !== undefined && expected.image?.file !== joke.image?.file) {
    throw conflict(joke, 'Another image of this fact was generated meanwhile.');
  }
  const tagging = await tagged(joke, patch);
  if ((tagging.tags ?? []).length > limits.tagsMax) {
    throw conflict(joke, `A fact can have ${limits.tagsMax} tags at most.`);
  }
  const { joke_text, image, reports } = patch;
  return changesTo(joke, {
    ...decided(joke, patch, reason, now),
    ...tagging,
    ...(joke_text !== undefined && joke_text !== joke.joke_text && { joke_text, edited_at: now }),
    ...(image !== undefined && { image }),
    ...(reports === null && { reports }),
  });
}

/** What becomes of a joke. @param reason why it is rejected; with `personal_data` it is erased */
export async function planChange(
  item: ChangeItem,
  found: FoundJoke,
  reason: RejectReason | undefined,
  moderator: Moderator,
): Promise<Plan> {
  const plan = { joke_id: item.joke_id, found };
  const joke = presentOf(found);
  if (reason === PERSONAL_DATA && found !== undefined) {
    const isOpen = joke && joke.status !== 'deleted';
    const error = isOpen && changedSince(joke, item.expected ?? {}, moderator);
    if (error) return { ...plan, error };
    return found?.status === 'erased' ? plan : { ...plan, becomes: 'erased' };
  }
  if (found === null && item.patch.status === 'deleted') return { ...plan, becomes: 'removed' };
  if (!joke) return { ...plan, error: missing(found) };
  try {
    const changes = await patched(joke, item, reason, moderator);
    return isEmpty(changes) ? plan : { ...plan, changes };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...plan, error };
  }
}

/** The fields of each part of a joke, which change together. */
const PARTS: Record<ChangedPart, readonly (keyof ChangedFields)[]> = {
  status: ['status', 'approved_at', 'decided_at', 'deleted_at', 'reject_reason', 'duplicate_of'],
  joke_text: ['joke_text', 'edited_at'],
  tags: ['tags'],
  safe: ['safe'],
  image: ['image'],
  reports: ['reports'],
};

/** Those of these fields that belong to a part. */
function fieldsOf(part: ChangedPart, fields: ChangedFields): ChangedFields {
  const own = { ...fields };
  for (const name of CHANGED_FIELDS) if (!PARTS[part].includes(name)) delete own[name];
  return own;
}

/** Whether a joke has these values. */
const has = (joke: KeptJoke, fields: ChangedFields) => isEmpty(changesTo(joke, fields));

/** Reports that were dismissed, and those that came since. */
function bothOf(dismissed: JokeReports, since: JokeReports | null): JokeReports {
  if (!since) return dismissed;
  const reports = { ...since, first_at: dismissed.first_at };
  for (const reason of REPORT_REASONS) reports[reason] += dismissed[reason];
  return reports;
}

/**
 * What undoing a change would do to a joke: each part that is still as the change has left it becomes what it was
 * before, and the reports that it dismissed are added to those since then.
 * @param at when the change was made
 * @returns the fields that would change; `left`: the parts that were changed since, and stay
 */
export function reverse({ before, after }: StoredItem, at: Date, joke: KeptJoke, now: Date) {
  const isOver = (since: Date | null) => since && now.getTime() - since.getTime() > RESTORABLE_MS;
  const wanted: ChangedFields = {};
  const left: ChangedPart[] = [];

  const isDismissal = before.reports && after.reports === null;
  for (const part of changedPart.options) {
    if (part === 'reports' && isDismissal) continue;
    const isOld = part === 'status' ? isOver(joke.deleted_at) : part === 'image' && isOver(at);
    const was = fieldsOf(part, before);
    if (!isOld && has(joke, fieldsOf(part, after))) Object.assign(wanted, was);
    else if (!has(joke, was)) left.push(part);
  }
  if (before.reports && isDismissal && !left.includes('status')) {
    // Reports with the same beginning are these, brought back before.
    const isBack = joke.reports?.first_at.getTime() === before.reports.first_at.getTime();
    if (!isBack) wanted.reports = bothOf(before.reports, joke.reports);
  }
  if ((wanted.status ?? joke.status) !== 'approved') wanted.reports = null;
  return { changes: changesTo(joke, wanted), left };
}

/** What becomes of a joke when a change is undone. @param at when the change was made */
export function planUndo(item: StoredItem, found: FoundJoke, at: Date, moderator: Moderator): Plan {
  const plan = { joke_id: item.joke_id, found };
  const joke = presentOf(found);
  if (found === null) return { ...plan, error: missing(found) };
  if (!joke) return { ...plan, error: new ApiError('conflict', 'Nothing is left of this fact.') };
  const { changes, left } = reverse(item, at, joke, moderator.now);
  if (!isEmpty(changes)) return { ...plan, changes, left };
  const by = byWhom(joke, moderator);
  const cause = by === undefined ? '' : `: it was changed ${by}`;
  return { ...plan, left, error: conflict(joke, `Nothing is left to undo${cause}.`) };
}
