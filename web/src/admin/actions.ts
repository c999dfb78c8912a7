import type { ChangeAction, Joke, LoggedChange } from 'functions/contract';
import { limits, PERSONAL_DATA } from 'functions/domain';
import { countText } from '../ui/format.ts';
import type { Change } from './changes.ts';
import { REJECT_LABELS } from './labels.tsx';

type Facts = readonly Pick<Joke, 'joke_id'>[];

/** Such as 'fact no. 5' or '20 facts'. */
export function factsText(facts: Facts): string {
  const [only] = facts;
  return only && facts.length === 1 ? `fact no. ${only.joke_id}` : countText(facts.length, 'fact');
}

/** Enough letters of a text to recognize it. */
const QUOTED_LETTERS = 40;

/** The first words of a text, in quotation marks; those in the text become single ones. */
export function quote(text: string): string {
  const inner = text.replaceAll(/“|(?<=^|\s)"/g, '‘').replaceAll(/[”"]/g, '’');
  if (inner.length <= QUOTED_LETTERS) return `“${inner}”`;
  const start = inner.slice(0, QUOTED_LETTERS + 1).replace(/\s+\S*$/, '');
  return `“${start.slice(0, QUOTED_LETTERS).replace(/[.,;:]+$/, '')}…”`;
}

interface Sentences {
  /** before the facts, when it was done, and in the log unless `logged` differs */
  done: string;
  logged?: string;
  /** when it was undone for one fact, with the status that the fact has now */
  undone: (id: number, status: string | undefined) => string;
  /** when it failed and the error has no message */
  failed?: string;
}

const decisionUndone: Sentences['undone'] = (id, status) =>
  `Undone. Fact no. ${id} is ${status ?? 'as it was'}.`;

const restored =
  (part: string): Sentences['undone'] =>
  (id) =>
    `Undone: restored the ${part} of fact no. ${id}.`;

/** What is said about each action. */
const ACTIONS: Readonly<Record<ChangeAction, Sentences>> = {
  approve: { done: 'Approved', undone: decisionUndone, failed: 'Failed to approve joke' },
  reject: { done: 'Rejected', undone: decisionUndone, failed: 'Failed to reject joke' },
  'keep-one': { done: 'Kept one of', undone: decisionUndone },
  edit: { done: 'Saved', logged: 'Edited', undone: restored('text') },
  tag: { done: 'Tagged', undone: restored('tags') },
  delete: { done: 'Deleted', undone: (id) => `Restored fact no. ${id} with its votes.` },
  keep: { done: 'Kept', undone: (id) => `Undone. Fact no. ${id} is reported again.` },
  'generate-image': { done: 'Generated the image of', undone: restored('image') },
  undo: { done: 'Undid a change of', undone: decisionUndone },
};

/** Confirms a change. @param changed those of its jokes that it has changed */
export function doneText({ action, reason, items, quoted }: Change, changed: Facts): string {
  if (reason === PERSONAL_DATA) return `Deleted ${factsText(changed)} for good.`;
  const isDone = (id: number) => changed.some(({ joke_id }) => joke_id === id);
  const kept = items.find(({ joke_id, patch }) => patch.status === 'approved' && isDone(joke_id));
  if (action === 'keep-one' && kept) {
    const others = changed.flatMap(({ joke_id }) => (joke_id === kept.joke_id ? [] : joke_id));
    const them = others.length === 1 ? 'as its duplicate' : 'as its duplicates';
    return `Kept fact no. ${kept.joke_id}, rejected no. ${others.join(', ')} ${them}.`;
  }
  const done = `${ACTIONS[action].done} ${factsText(changed)}.`;
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

/** Confirms that a change was undone. @param status the status that the only one has now */
export function undoneText(action: ChangeAction, undone: Facts, status: string | undefined) {
  const [only] = undone;
  return only && undone.length === 1
    ? ACTIONS[action].undone(only.joke_id, status)
    : `Undone for ${factsText(undone)}.`;
}

/** What an action without another explanation says when it fails. */
export const failedText = (action: ChangeAction) => ACTIONS[action].failed;

/** What an undo has brought back, from what it has changed of its first fact. */
function undidText({ items: [first] }: LoggedChange): string {
  const { before, after } = first ?? { before: {}, after: {} };
  if (before.status === 'deleted') return 'Restored';
  if (before.status === 'approved') return 'Undid the approval of';
  if (before.status === 'rejected') return 'Undid the rejection of';
  if (after.joke_text !== undefined) return 'Undid an edit of';
  if (after.has_image !== undefined) return 'Undid the image of';
  if (after.tags !== undefined || after.safe !== undefined) return 'Undid the tags of';
  return after.reports ? 'Undid the dismissed reports of' : ACTIONS.undo.done;
}

/** What was done, in the log, before the numbers of the facts. */
export function loggedText(change: LoggedChange): string {
  const { action, reason, items } = change;
  if (reason === PERSONAL_DATA) return ACTIONS.delete.done;
  if (action === 'undo') return undidText(change);
  const kept = action === 'keep-one' && items.find(({ after }) => after.status === 'approved');
  const { done, logged = done } = ACTIONS[action];
  return kept ? `Kept no. ${kept.joke_id} of` : logged;
}
