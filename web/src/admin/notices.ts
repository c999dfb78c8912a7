import { countText } from '../ui/format.ts';
import type { ChangeAction, ChangedPart, ChangeReceipt, Joke } from 'functions/contract';
import { limits, PERSONAL_DATA } from 'functions/domain';
import { messageOf } from '../api/failure.ts';
import type { Change, Decision, Entry } from './changes.ts';
import { REJECT_LABELS } from './labels.tsx';

/** A message about a decision. */
export interface Notice {
  tone: 'done' | 'failed';
  text: string;
}

type Result = ChangeReceipt['results'][number];

const DONE: Readonly<Record<Change['action'], string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  'keep-one': 'Kept one of',
  edit: 'Saved',
  tag: 'Tagged',
  delete: 'Deleted',
  keep: 'Kept',
};

/** The notice of a failed change whose error has no message (specification §8). */
const FAILED: Partial<Record<Change['action'], string>> = {
  approve: 'Failed to approve joke',
  reject: 'Failed to reject joke',
};

/** The parts of a joke that an undo leaves alone if they have changed since. */
const PART_LABELS: Readonly<Record<ChangedPart, string>> = {
  status: 'status',
  joke_text: 'text',
  tags: 'tags',
  safe: '“not for children”',
  image: 'image',
  reports: 'reports',
};

const EXPLAINED = 3;

/** Such as 'fact no. 5' or '20 facts'. */
export function factsText(facts: readonly Pick<Joke, 'joke_id'>[]): string {
  const [only] = facts;
  return only && facts.length === 1 ? `fact no. ${only.joke_id}` : countText(facts.length, 'fact');
}

/** Such as 'One decision is' or '3 decisions are'. */
export const decisionsText = (count: number) =>
  count === 1 ? 'One decision is' : `${count} decisions are`;

/** Enough letters of a text to recognize it. */
const QUOTED_LETTERS = 40;

/** The first words of a text, in quotation marks; those in the text become single ones. */
export function quote(text: string): string {
  const inner = text.replaceAll(/“|(?<=^|\s)"/g, '‘').replaceAll(/[”"]/g, '’');
  if (inner.length <= QUOTED_LETTERS) return `“${inner}”`;
  const start = inner.slice(0, QUOTED_LETTERS + 1).replace(/\s+\S*$/, '');
  return `“${start.slice(0, QUOTED_LETTERS).replace(/[.,;:]+$/, '')}…”`;
}

function doneText({ action, reason, quoted }: Change, changed: readonly Pick<Joke, 'joke_id'>[]) {
  const done = `${DONE[action]} ${factsText(changed)}.`;
  if (reason === PERSONAL_DATA) return `Deleted ${factsText(changed)} for good.`;
  if (action === 'keep') {
    return `${done} ${changed.length === 1 ? 'Its' : 'Their'} reports are dismissed.`;
  }
  if (!quoted) return done;
  if (action === 'delete') {
    return `${done} ${quote(quoted)} The log keeps it for ${limits.restorableDays} days.`;
  }
  const because = action === 'reject' && reason ? `${REJECT_LABELS[reason]}: ` : '';
  return `${done} ${because}${quote(quoted)}`;
}

/** Confirms that a change of jokes was undone. @param status the status that the only one has now */
function undoneText(
  action: ChangeAction,
  undone: readonly Pick<Joke, 'joke_id'>[],
  status: string | undefined,
): string {
  const [only] = undone;
  if (!only || undone.length > 1) return `Undone for ${factsText(undone)}.`;
  const fact = factsText([only]);
  if (action === 'delete') return `Restored ${fact} with its votes.`;
  if (action === 'keep') return `Undone. Fact no. ${only.joke_id} is reported again.`;
  if (action === 'edit') return `Undone: restored the text of ${fact}.`;
  if (action === 'tag') return `Undone: restored the tags of ${fact}.`;
  if (action === 'generate-image') return `Undone: restored the image of ${fact}.`;
  return `Undone. Fact no. ${only.joke_id} is ${status ?? 'as it was'}.`;
}

/** Whether a form waits for the answer, and shows a refusal itself. */
const isForm = ({ items }: Decision) =>
  items.some(({ patch }) => 'joke_text' in patch && patch.joke_text !== undefined);

/**
 * The notice of a decision that the server has not answered yet: that of its success, except for an erasure and an
 * undo, which are not said before they are done; undefined for a form's.
 */
export function pendingText(decision: Decision): string | undefined {
  const { items, reason, undoes } = decision;
  if (undoes !== undefined) return `Undoing ${factsText(items)}…`;
  if (reason === PERSONAL_DATA) return `Deleting ${factsText(items)} for good…`;
  return isForm(decision) ? undefined : doneText(decision, items);
}

/** Why a joke, or part of it, was not changed; undefined if all of it was. */
function problemOf({ error, left = [] }: Result): string | undefined {
  if (error !== undefined || left.length === 0) return error;
  const parts = left.map((part) => PART_LABELS[part]);
  return `Changed since, so left alone: ${new Intl.ListFormat('en').format(parts)}.`;
}

/** The notice of a decision that the server has answered, with the reasons for what failed. */
export function outcomeOf(decision: Decision, { change_id, results }: ChangeReceipt): Notice {
  const failed = results.filter((result) => problemOf(result) !== undefined);
  const changed = results.filter(({ error }) => error === undefined);
  const [only] = results;
  if (only && results.length === 1) {
    const problem = problemOf(only);
    if (only.error !== undefined) return { tone: 'failed', text: `Error: ${only.error}` };
    if (problem !== undefined) {
      return { tone: 'failed', text: `Undone in part for ${factsText(results)}. ${problem}` };
    }
    if (change_id === null) {
      const isSame = decision.items[0]?.patch.status === only.joke?.status;
      const as = isSame && only.joke ? `already ${only.joke.status}` : 'unchanged';
      return { tone: 'done', text: `Fact no. ${only.joke_id} is ${as}.` };
    }
  }
  const done =
    decision.undoes === undefined
      ? doneText(decision, changed)
      : undoneText(decision.action, changed, changed[0]?.joke?.status);
  const reasons = failed
    .slice(0, EXPLAINED)
    .map((result) => `No. ${result.joke_id}: ${problemOf(result) ?? ''}`);
  const more = failed.length > EXPLAINED ? [`And ${failed.length - EXPLAINED} more.`] : [];
  const text = [...(changed.length > 0 ? [done] : []), ...reasons, ...more].join(' ');
  return { tone: failed.length > 0 ? 'failed' : 'done', text };
}

/** Why the server has refused a decision. */
export function refusalText({ undoes, action }: Decision, error: unknown): string {
  return `Error: ${messageOf(error, undoes === undefined ? FAILED[action] : undefined)}`;
}

/** The notice of a decision; undefined when nothing needs to be said, or a form says it. */
export function noticeOf({ decision, progress }: Entry): Notice | undefined {
  if (progress.is === 'refused') {
    const isSaid = progress.isOld || isForm(decision);
    return isSaid ? undefined : { tone: 'failed', text: progress.why };
  }
  if (progress.is !== 'answered') {
    const text = pendingText(decision);
    return text === undefined ? undefined : { tone: 'done', text };
  }
  const { receipt } = progress;
  if (receipt) return outcomeOf(decision, receipt);
  const { action, items } = decision;
  return { tone: 'done', text: undoneText(action, items, items[0]?.patch.status) };
}
