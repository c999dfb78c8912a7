import type { KeepResults, Moderation } from 'functions/contract';
import type { Change, DecisionResult, SeenJoke } from './outbox.ts';

/** What the screen says about the last decision. */
export interface Notice {
  /** `busy` while decisions are being undone. */
  tone: 'done' | 'failed' | 'busy';
  text: string;
}

type OfJoke = Pick<Change, 'joke_id'>;

const DONE = { approve: 'Approved', reject: 'Rejected' } as const;

/** Such as '1 fact' or '20 facts'. */
export function countFacts(count: number): string {
  return count === 1 ? '1 fact' : `${count} facts`;
}

/** Points to the rows that say why something failed. */
function seeRows(count: number): string {
  return count === 1 ? 'see its row' : 'see their rows';
}

/** What confirms equal decisions, such as 'Approved fact no. 5.'. */
export function doneText(action: Moderation['action'], decided: readonly OfJoke[]): string {
  const [only] = decided;
  const what =
    only && decided.length === 1 ? `fact no. ${only.joke_id}` : countFacts(decided.length);
  return `${DONE[action]} ${what}.`;
}

/** What the screen says about answered decisions. */
export function noticeOf(action: Moderation['action'], results: readonly DecisionResult[]): Notice {
  const [only] = results;
  if (only && results.length === 1) {
    const { error, joke_id, status, made } = only;
    if (error !== undefined) return { tone: 'failed', text: `Error: ${error}` };
    const text = made ? doneText(action, results) : `Fact no. ${joke_id} is already ${status}.`;
    return { tone: 'done', text };
  }
  const failures = results.filter(({ error }) => error !== undefined).length;
  const changes = results.filter(({ made }) => made).length;
  const unchanged = results.length - failures - changes;
  const parts = [
    `${DONE[action]} ${countFacts(changes)}.`,
    unchanged > 0 && `${unchanged} already ${unchanged === 1 ? 'was' : 'were'}.`,
    failures > 0 && `${failures} failed: ${seeRows(failures)}.`,
  ];
  return { tone: failures > 0 ? 'failed' : 'done', text: parts.filter(Boolean).join(' ') };
}

/** What the screen says after the reports of jokes were dismissed. */
export function keepNotice(results: KeepResults['results']): Notice {
  const [only] = results;
  const failures = results.filter(({ error }) => error !== undefined).length;
  const tone = failures > 0 ? 'failed' : 'done';
  if (only && results.length === 1) {
    const kept = `Kept fact no. ${only.joke_id}. Its reports are dismissed.`;
    return { tone, text: only.error === undefined ? kept : `Error: ${only.error}` };
  }
  const kept = `Kept ${countFacts(results.length - failures)}. Their reports are dismissed.`;
  return { tone, text: failures > 0 ? `${kept} ${failures} could not be kept.` : kept };
}

/** What confirms an edit. */
export function savedText(jokeId: number, changed: boolean): string {
  return changed ? `Saved fact no. ${jokeId}.` : `Fact no. ${jokeId} is unchanged.`;
}

/** What confirms that a decision or an edit was undone. */
export function undoneText({ joke_id, status }: SeenJoke, wasEdit: boolean): string {
  return wasEdit
    ? `Undone: restored the text of fact no. ${joke_id}.`
    : `Undone. Fact no. ${joke_id} is ${status}.`;
}

/** What confirms that a step of the queue was undone, before the server has answered. */
export function takenBackText([first, ...more]: readonly Change[]): string {
  if (!first) return '';
  const { action, joke_id } = first;
  if (action === 'skip') return `Fact no. ${joke_id} is back.`;
  if (more.length > 0) return `Undone. ${countFacts(1 + more.length)} are pending.`;
  return undoneText({ joke_id, status: 'pending' }, action === 'edit');
}

/**
 * What the screen says after changes were undone.
 * @param texts what confirms each; undefined for what couldn't be undone, because the joke has changed
 */
export function undoNotice(
  changes: readonly OfJoke[],
  texts: readonly (string | undefined)[],
): Notice {
  const [only] = changes;
  const late = texts.filter((text) => text === undefined).length;
  const tone = late > 0 ? 'failed' : 'done';
  if (only && changes.length === 1) {
    const tooLate = `Fact no. ${only.joke_id} changed, so the decision can’t be undone.`;
    return { tone, text: texts[0] ?? tooLate };
  }
  const text = `Undid ${changes.length - late} of ${changes.length} decisions.`;
  return { tone, text: late > 0 ? `${text} ${late} can’t be undone: ${seeRows(late)}.` : text };
}
