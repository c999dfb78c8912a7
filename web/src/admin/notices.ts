import { countText } from '../ui/format.ts';
import type { ChangeAction, ChangedPart, ChangeReceipt, Joke } from 'functions/contract';
import { limits, PERSONAL_DATA } from 'functions/domain';
import { messageOf } from '../api/failure.ts';
import type { Change, Decision, Made } from './changes.ts';
import { REJECT_LABELS } from './labels.tsx';

/** What the screen says about a decision. */
export interface Notice {
  tone: 'done' | 'failed';
  text: string;
}

type Result = ChangeReceipt['results'][number];

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

/** What is said if the error of a failed change has no message (specification §8). */
const FAILED: Partial<Record<Change['action'], string>> = {
  approve: 'Failed to approve joke',
  reject: 'Failed to reject joke',
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

/** How many failures a notice explains. */
const EXPLAINED = 3;

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

/** What confirms the change of these jokes. */
function doneText({ action, reason, quoted }: Change, made: readonly Pick<Joke, 'joke_id'>[]) {
  const done = `${DONE[action]} ${factsText(made)}.`;
  if (reason === PERSONAL_DATA) return `Deleted ${factsText(made)} for good.`;
  if (action === 'keep') {
    return `${done} ${made.length === 1 ? 'Its' : 'Their'} reports are dismissed.`;
  }
  if (!quoted) return done;
  if (action === 'delete') {
    return `${done} ${quote(quoted)} The log keeps it for ${limits.restorableDays} days.`;
  }
  const because = action === 'reject' && reason ? `${REJECT_LABELS[reason]}: ` : '';
  return `${done} ${because}${quote(quoted)}`;
}

/** What confirms that a change of jokes was undone. */
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

/** What is said of a decision before it is answered. */
export function pendingText(decision: Decision): string {
  if (!('undoes' in decision)) {
    const isErasure = decision.reason === PERSONAL_DATA;
    return isErasure
      ? `Deleting ${factsText(decision.items)} for good…`
      : doneText(decision, decision.items);
  }
  return undoneText(decision.action, decision.items, decision.items[0]?.patch.status);
}

/** Why something of a joke was not changed or not undone; undefined if all of it was. */
function problemOf({ error, left = [] }: Result): string | undefined {
  if (error !== undefined || left.length === 0) return error;
  const parts = left.map((part) => PART_LABELS[part]);
  return `Changed since, so left alone: ${new Intl.ListFormat('en').format(parts)}.`;
}

/** What is said of an answered decision, and why some of it failed. */
export function outcomeOf(decision: Decision, { change_id, results }: ChangeReceipt): Notice {
  const failed = results.filter((result) => problemOf(result) !== undefined);
  const made = results.filter(({ error }) => error === undefined);
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
  const status = made[0]?.joke?.status;
  const done =
    'undoes' in decision ? undoneText(decision.action, made, status) : doneText(decision, made);
  const reasons = failed
    .slice(0, EXPLAINED)
    .map((result) => `No. ${result.joke_id}: ${problemOf(result) ?? ''}`);
  const more = failed.length > EXPLAINED ? [`And ${failed.length - EXPLAINED} more.`] : [];
  const text = [...(made.length > 0 ? [done] : []), ...reasons, ...more].join(' ');
  return { tone: failed.length > 0 ? 'failed' : 'done', text };
}

/** Whether a form waits for a decision, and shows why it fails. */
const isForm = ({ items }: Decision) =>
  items.some(({ patch }) => 'joke_text' in patch && patch.joke_text !== undefined);

/** What the screen says of a decision; undefined if a form does, or there is nothing to say. */
export function noticeOf({ status, variables, data, error }: Made): Notice | undefined {
  if (!variables || (status !== 'success' && isForm(variables))) return undefined;
  if (data) return outcomeOf(variables, data);
  if (!error) return { tone: 'done', text: pendingText(variables) };
  const fallback = 'undoes' in variables ? undefined : FAILED[variables.action];
  return { tone: 'failed', text: `Error: ${messageOf(error, fallback)}` };
}
