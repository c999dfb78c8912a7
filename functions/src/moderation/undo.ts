import { type ChangedFields, changesTo, type Joke } from '../catalog/joke.ts';
import type { FoundJoke } from '../catalog/jokes.data.ts';
import {
  type AnyStatus,
  ApiError,
  changedPart,
  type ChangedPart,
  pick,
} from '../contract/index.ts';
import { DAY_MS, limits, REPORT_REASONS } from '../domain/index.ts';
import type { StoredItem } from './changes.data.ts';
import {
  byWhom,
  conflict,
  isEmpty,
  missing,
  presentOf,
  type Moderator,
  type Plan,
} from './patch.ts';

type Reports = NonNullable<Joke['reports']>;

const RESTORABLE_MS = limits.restorableDays * DAY_MS;

/** The fields of each part of a joke, which change together. */
const PARTS: Record<ChangedPart, readonly (keyof ChangedFields)[]> = {
  status: ['status', 'approved_at', 'decided_at', 'deleted_at', 'reject_reason', 'duplicate_of'],
  joke_text: ['joke_text', 'edited_at'],
  tags: ['tags', 'tagged'],
  safe: ['safe'],
  image: ['image'],
  reports: ['reports'],
};

/** Those of these fields that belong to a part. */
const fieldsOf = (part: ChangedPart, fields: ChangedFields) =>
  pick(fields, (name) => PARTS[part].includes(name));

/** Whether a joke has these values. */
const has = (joke: Joke<AnyStatus>, fields: ChangedFields) => isEmpty(changesTo(joke, fields));

/** Reports that were dismissed, and those that came since. */
function bothOf(dismissed: Reports, since: Reports | null): Reports {
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
export function reverse({ before, after }: StoredItem, at: Date, joke: Joke<AnyStatus>, now: Date) {
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
