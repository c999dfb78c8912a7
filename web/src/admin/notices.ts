import type { ChangedPart, ChangeReceipt } from 'functions/contract';
import { PERSONAL_DATA } from 'functions/domain';
import { messageOf } from '../api/failure.ts';
import { doneText, factsText, failedText, undoneText } from './actions.ts';
import type { Decision, Entry } from './changes.ts';

/** A message about a decision. */
export interface Notice {
  tone: 'done' | 'failed';
  text: string;
}

type Result = ChangeReceipt['results'][number];

/** The parts of a joke that an undo leaves alone if they have changed since. */
const PART_LABELS: Readonly<Record<ChangedPart, string>> = {
  status: 'status',
  joke_text: 'text',
  tags: 'tags',
  safe: '“not for children”',
  image: 'image',
  reports: 'reports',
};

/** Such as 'One decision is' or '3 decisions are'. */
export const decisionsText = (count: number) =>
  count === 1 ? 'One decision is' : `${count} decisions are`;

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

/** The numbers of facts by what is said of them. */
export function idsByText(said: readonly (readonly [text: string, id: number])[]) {
  const ids = new Map<string, number[]>();
  for (const [text, id] of said) ids.set(text, [...(ids.get(text) ?? []), id]);
  return ids;
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
  const problems = failed.map((result) => [problemOf(result) ?? '', result.joke_id] as const);
  const reasons = [...idsByText(problems)].map(([problem, [id = 0, ...others]]) => {
    return `${others.length === 0 ? `No. ${id}` : `${others.length + 1} facts`}: ${problem}`;
  });
  const text = [...(changed.length > 0 ? [done] : []), ...reasons].join(' ');
  return { tone: failed.length > 0 ? 'failed' : 'done', text };
}

/** Why the server has refused a decision. */
export function refusalText({ undoes, action }: Decision, error: unknown): string {
  return `Error: ${messageOf(error, undoes === undefined ? failedText(action) : undefined)}`;
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
