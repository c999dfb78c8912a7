import { countText } from '../ui/format.ts';
import type { ChangeAction, ChangedPart, ChangeReceipt, Joke } from 'functions/contract';
import { limits, PERSONAL_DATA } from 'functions/domain';
import type { Change, ChangeResult, ReadJoke } from './changes.ts';
import { REJECT_LABELS } from './labels.tsx';

/** What the screen says about the latest. */
export interface Notice {
  /** `busy` while a change is being undone. */
  tone: 'done' | 'failed' | 'busy';
  text: string;
}

/** What is said of changes. */
const DONE: Readonly<Record<Change['action'], string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  'keep-one': 'Kept one of',
  edit: 'Saved',
  tag: 'Tagged',
  delete: 'Deleted',
  keep: 'Kept',
};

/** The parts of a joke that an undo may leave alone. */
const PART_LABELS: Readonly<Record<ChangedPart, string>> = {
  status: 'status',
  joke_text: 'text',
  tags: 'tags',
  safe: '“not for children”',
  image: 'image',
  reports: 'reports',
};

/** Such as 'fact no. 5' or '20 facts'. */
export function factsText(facts: readonly Pick<Joke, 'joke_id'>[]): string {
  const [only] = facts;
  return only && facts.length === 1 ? `fact no. ${only.joke_id}` : countText(facts.length, 'fact');
}

/** How many letters of a text are enough to recognize it. */
const QUOTED_LETTERS = 40;

/** The first words of a text, in quotation marks; those in the text become single ones. */
export function quote(text: string): string {
  const inner = text.replaceAll(/“|(?<=^|\s)"/g, '‘').replaceAll(/[”"]/g, '’');
  if (inner.length <= QUOTED_LETTERS) return `“${inner}”`;
  const start = inner.slice(0, QUOTED_LETTERS + 1).replace(/\s+\S*$/, '');
  return `“${start.slice(0, QUOTED_LETTERS).replace(/[.,;:]+$/, '')}…”`;
}

/** What confirms approvals and rejections before they are answered: the facts, the reason, and the text or the numbers. */
export function decidedText(
  { action, items, reason }: Change,
  jokes: readonly Pick<ReadJoke, 'joke_text'>[],
): string {
  const [first] = jokes;
  const details =
    first && items.length === 1
      ? quote(first.joke_text)
      : `no. ${items.map(({ joke_id }) => joke_id).join(', ')}`;
  const because = action === 'reject' && reason && `${REJECT_LABELS[reason]}: `;
  return [`${DONE[action]} ${factsText(items)}. `, because || '', details].join('');
}

/** Points to the rows that say why something failed. */
function seeRows(count: number): string {
  return count === 1 ? 'see its row' : 'see their rows';
}

/** What confirms a change of jokes. @param made the answers about those that were changed */
function doneText({ action, reason }: Change, made: readonly ChangeResult[]): string {
  const done = `${DONE[action]} ${factsText(made)}.`;
  const [only] = made;
  if (reason === PERSONAL_DATA) return `Deleted ${factsText(made)} for good.`;
  if (action === 'keep') {
    return `${done} ${made.length === 1 ? 'Its' : 'Their'} reports are dismissed.`;
  }
  if (action !== 'delete' || !only?.joke) return done;
  return `${done} ${quote(only.joke.joke_text)} The log keeps it for ${limits.restorableDays} days.`;
}

/** What the screen says about an answered change. */
export function noticeOf(change: Change, { change_id, results }: ChangeReceipt): Notice {
  const [only] = results;
  const isErasure = change.reason === PERSONAL_DATA;
  const same = change.items.filter(
    ({ expected, patch }) => expected.status === patch.status && !isErasure,
  );
  const made = results.filter(
    ({ joke_id, error }) => error === undefined && !same.some((item) => item.joke_id === joke_id),
  );
  if (only && results.length === 1) {
    const { joke_id, joke, error } = only;
    if (error !== undefined) return { tone: 'failed', text: `Error: ${error}` };
    const as = same.length > 0 ? `already ${joke?.status ?? 'deleted'}` : 'unchanged';
    const text = change_id === null ? `Fact no. ${joke_id} is ${as}.` : doneText(change, made);
    return { tone: 'done', text };
  }
  const failures = results.filter(({ error }) => error !== undefined).length;
  const unchanged = results.length - failures - made.length;
  const parts = [
    doneText(change, made),
    unchanged > 0 && `${unchanged} already ${unchanged === 1 ? 'was' : 'were'}.`,
    failures > 0 && `${failures} failed: ${seeRows(failures)}.`,
  ];
  return { tone: failures > 0 ? 'failed' : 'done', text: parts.filter(Boolean).join(' ') };
}

/** What confirms that a change of one joke was undone. */
function undoneText(action: ChangeAction, { joke_id, joke, left }: ChangeResult): string {
  if (left) return `Undone in part for fact no. ${joke_id}.`;
  if (action === 'delete') return `Restored fact no. ${joke_id} with its votes.`;
  if (action === 'keep') return `Undone. Fact no. ${joke_id} is reported again.`;
  if (action === 'edit') return `Undone: restored the text of fact no. ${joke_id}.`;
  if (action === 'tag') return `Undone: restored the tags of fact no. ${joke_id}.`;
  return `Undone. Fact no. ${joke_id} is ${joke?.status ?? 'deleted'}.`;
}

/** Why something of a joke was not undone; undefined if all of it was. */
export function leftText({ error, left = [] }: ChangeResult): string | undefined {
  if (error !== undefined || left.length === 0) return error;
  const parts = left.map((part) => PART_LABELS[part]);
  return `Changed since, so left alone: ${new Intl.ListFormat('en').format(parts)}.`;
}

/**
 * What the screen says after a change was undone: also what was left, and why.
 * @param inRows whether the rows of the jokes say that
 */
export function undoNotice(
  action: ChangeAction,
  results: readonly ChangeResult[],
  inRows: boolean,
): Notice {
  const problems = results.filter((result) => leftText(result) !== undefined);
  const tone = problems.length > 0 ? 'failed' : 'done';
  const [only] = results;
  if (only && results.length === 1) {
    return { tone, text: [undoneText(action, only), leftText(only)].filter(Boolean).join(' ') };
  }
  const undone = results.filter(({ error }) => error === undefined).length;
  const text =
    tone === 'done'
      ? `Undone for ${countText(undone, 'fact')}.`
      : `Undone for ${undone} of ${countText(results.length, 'fact')}.`;
  const reasons = inRows
    ? [`${problems.length} changed since: ${seeRows(problems.length)}.`]
    : problems.map((result) => `No. ${result.joke_id}: ${leftText(result) ?? ''}`);
  return { tone, text: [text, ...(problems.length > 0 ? reasons : [])].join(' ') };
}
