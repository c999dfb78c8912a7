import { countText } from '../ui/format.ts';
import type {
  AuditAction,
  KeepResults,
  Moderation,
  RejectReason,
  RetaggingResults,
} from 'functions/contract';
import type { Change, DecisionResult, ReadJoke, SeenJoke } from './changes.ts';
import { REJECT_LABELS } from './labels.tsx';

/** What the screen says about the latest. */
export interface Notice {
  /** `busy` while decisions are being undone. */
  tone: 'done' | 'failed' | 'busy';
  text: string;
}

/** What is said of approvals and rejections. */
const DONE = { approve: 'Approved', reject: 'Rejected' } as const;

/** Such as 'fact no. 5' or '20 facts'. */
export function factsText(facts: readonly Pick<Change, 'joke_id'>[]): string {
  const [only] = facts;
  return only && facts.length === 1 ? `fact no. ${only.joke_id}` : countText(facts.length, 'fact');
}

/** What confirms equal decisions, such as 'Approved fact no. 5.'. */
function doneText(
  action: Moderation['action'],
  decided: readonly Pick<Change, 'joke_id'>[],
): string {
  return `${DONE[action]} ${factsText(decided)}.`;
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

/** What confirms decisions before they are answered: the facts, the reason, and the text or the numbers. */
export function decidedText(
  action: Moderation['action'],
  jokes: readonly ReadJoke[],
  reason?: RejectReason,
): string {
  const [only] = jokes;
  const details =
    only && jokes.length === 1
      ? quote(only.joke_text)
      : `no. ${jokes.map(({ joke_id }) => joke_id).join(', ')}`;
  const because = reason && `${REJECT_LABELS[reason]}: `;
  return [doneText(action, jokes), ' ', because, details].join('');
}

/** What confirms an edit. */
export function savedText(jokeId: number, changed: boolean): string {
  return changed ? `Saved fact no. ${jokeId}.` : `Fact no. ${jokeId} is unchanged.`;
}

/** What confirms that something was undone. */
export function undoneText(
  { joke_id, status }: SeenJoke,
  action: AuditAction | Change['action'],
): string {
  if (action === 'delete') return `Restored fact no. ${joke_id} with its votes.`;
  if (action === 'keep') return `Undone. Fact no. ${joke_id} is reported again.`;
  if (action !== 'edit' && action !== 'tag') return `Undone. Fact no. ${joke_id} is ${status}.`;
  return `Undone: restored the ${action === 'edit' ? 'text' : 'tags'} of fact no. ${joke_id}.`;
}

/** Points to the rows that say why something failed. */
function seeRows(count: number): string {
  return count === 1 ? 'see its row' : 'see their rows';
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
    `${DONE[action]} ${countText(changes, 'fact')}.`,
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
  const kept = `Kept ${countText(results.length - failures, 'fact')}. Their reports are dismissed.`;
  return { tone, text: failures > 0 ? `${kept} ${failures} could not be kept.` : kept };
}

/** What the screen says after tags were changed. */
export function tagNotice(results: RetaggingResults['results']): Notice {
  const [only] = results;
  const failures = results.filter(({ error }) => error !== undefined).length;
  const tone = failures > 0 ? 'failed' : 'done';
  if (only && results.length === 1) {
    return { tone, text: only.error ? `Error: ${only.error}` : `Tagged fact no. ${only.joke_id}.` };
  }
  const tagged = `Tagged ${countText(results.length - failures, 'fact')}.`;
  return {
    tone,
    text: failures > 0 ? `${tagged} ${failures} failed: ${seeRows(failures)}.` : tagged,
  };
}

/**
 * What the screen says after changes were undone.
 * @param texts what confirms each; undefined for what couldn't be undone, because the joke has changed
 */
export function undoNotice(
  changes: readonly Pick<Change, 'joke_id'>[],
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
