import {
  type ChangedFields,
  changesTo,
  isTombstone,
  type Joke,
  type JokeDocument,
  type Tombstone,
} from '../catalog/joke.ts';
import type { FoundJoke } from '../catalog/jokes.data.ts';
import {
  type AnyStatus,
  ApiError,
  type ChangedPart,
  type Expectation,
  noSuchJoke,
  type Patch,
  type RejectReason,
} from '../contract/index.ts';
import {
  DAY_MS,
  HOUR_MS,
  limits,
  MINUTE_MS,
  PERSONAL_DATA,
  TAGS,
  taggingOnApproval,
  type Tag,
} from '../domain/index.ts';
import { presentModerated } from '../jokes/present-joke.ts';
import { hintAbout } from './hints.ts';

const AGO = new Intl.RelativeTimeFormat('en');
const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

type Image = JokeDocument['image'];

/** What is to change about a joke. */
export interface ChangeItem {
  joke_id: number;
  /** what the moderator saw, and the image that a new one replaces */
  expected?: Expectation & { image?: Image };
  patch: Patch & { image?: Image };
}

/** What has become of a joke. */
export interface Changed {
  joke_id: number;
  /** as it is now; null if nothing is left of it, or its document is malformed */
  joke: JokeDocument | null;
  /** why nothing was changed */
  error?: ApiError;
  /** what an undo has left alone */
  left?: ChangedPart[];
}

/** What a request has done; `change_id` is null if nothing was changed. */
export interface Outcome {
  change_id: string | null;
  results: Changed[];
}

/** Who looks at a joke, and when. */
export interface Moderator {
  username: string;
  now: Date;
}

/** What is to become of a joke that was read. */
export interface Plan extends Omit<Changed, 'joke'> {
  found: FoundJoke;
  changes?: ChangedFields;
  /** instead of changes: that only the number and receipt stay */
  becomes?: Tombstone['status'];
}

/** Such as "by ada 3 minutes ago"; undefined if nobody has changed the joke. */
export function byWhom({ last_change: last }: Joke<AnyStatus>, { username, now }: Moderator) {
  if (!last) return undefined;
  const passed = now.getTime() - last.at.getTime();
  const [unit, length = 1] = UNITS.find(([, least]) => passed >= least) ?? [];
  const when = unit ? AGO.format(-Math.floor(passed / length), unit) : 'just now';
  return `by ${last.username === username ? 'you' : last.username} ${when}`;
}

/** The error for a joke that can't be changed as a moderator wants, with the joke as it is now. */
export function conflict(joke: Joke<AnyStatus>, detail: string): ApiError {
  return new ApiError('conflict', detail, { joke: presentModerated(joke) });
}

/** The error if a joke is deleted, or not as a moderator saw it. */
function changedSince(
  joke: Joke<AnyStatus>,
  { status, text_hash }: Expectation,
  moderator: Moderator,
): ApiError | undefined {
  const { deleted_at, decided_at, last_change: last } = joke;
  const by = byWhom(joke, moderator);
  if (joke.status === 'deleted' || (status !== undefined && status !== joke.status)) {
    const decided = joke.status === 'deleted' ? deleted_at : decided_at;
    // A change of the text or an undo may have followed the decision.
    const isDecision = decided !== null && decided.getTime() === last?.at.getTime();
    const detail = isDecision
      ? `Already ${joke.status} ${by}.`
      : `It is ${joke.status} now${by === undefined ? '' : `, changed ${by}`}.`;
    return conflict(joke, detail);
  }
  if (text_hash === undefined || text_hash === presentModerated(joke).text_hash) return undefined;
  return conflict(
    joke,
    `${by === undefined ? 'Its text has changed' : `Changed ${by}`}. Read it again.`,
  );
}

/** A joke of which something is left. */
export const presentOf = (found: FoundJoke) => (found && !isTombstone(found) ? found : null);

/** The error for a joke that can't be changed. @param found null if its document is malformed */
export function missing(found: FoundJoke): ApiError {
  if (found !== null) return noSuchJoke();
  return new ApiError('conflict', 'The stored fact is malformed. You can only delete it.');
}

/** Whether nothing is to change. */
export const isEmpty = (fields: ChangedFields) => Object.keys(fields).length === 0;

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
  return { ...decision, status: status satisfies 'rejected', ...because, reports: null };
}

/**
 * The tags of a joke and whether it is safe, after a change. What no moderator has named, an approval takes from the
 * word list: tags if it has none, and that it is not safe.
 */
async function tagged(joke: JokeDocument, patch: Patch): Promise<ChangedFields> {
  const isApproval = patch.status === 'approved' && joke.status !== 'approved';
  const { joke_text: text = joke.joke_text, add_tags: add = [], remove_tags: remove = [] } = patch;
  const { tags, safe } = isApproval ? taggingOnApproval(joke, await hintAbout(text)) : joke;
  const base = patch.tags ?? tags;
  const isWanted = (tag: Tag) => add.includes(tag) || (base.includes(tag) && !remove.includes(tag));
  const isNamed =
    patch.tags !== undefined || patch.safe !== undefined || add.length + remove.length > 0;
  return {
    tags: TAGS.filter(isWanted),
    safe: patch.safe ?? safe,
    tagged: joke.tagged || isNamed,
  };
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

/** Why jokes are rejected; with `personal_data`, those with numbers below `nextId` are erased. */
interface Decision {
  reason: RejectReason | undefined;
  nextId?: number;
}

/** What becomes of a joke. */
async function planChange(
  item: ChangeItem,
  found: FoundJoke,
  { reason, nextId = 0 }: Decision,
  moderator: Moderator,
): Promise<Plan> {
  const plan = { joke_id: item.joke_id, found };
  const joke = presentOf(found);
  // Of a joke whose document was deleted by hand, something may be left elsewhere.
  if (reason === PERSONAL_DATA && (found !== undefined || item.joke_id < nextId)) {
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

/**
 * What becomes of jokes. A duplicate of a joke that can't be changed is not changed either.
 * @param found the jokes of the items
 */
export async function planAll(
  items: readonly ChangeItem[],
  found: readonly FoundJoke[],
  decision: Decision,
  moderator: Moderator,
): Promise<Plan[]> {
  const planned = items.map((item, at) => planChange(item, found[at], decision, moderator));
  const plans = await Promise.all(planned);
  const refused = plans.flatMap(({ joke_id, error }) => (error ? joke_id : []));
  return plans.map(({ changes, ...plan }, at) => {
    const original = items[at]?.patch.duplicate_of;
    if (!changes) return plan;
    if (original === undefined || !refused.includes(original)) return { ...plan, changes };
    const detail = `Fact no. ${original} was not changed, so this one wasn’t either.`;
    return { ...plan, error: new ApiError('conflict', detail) };
  });
}
