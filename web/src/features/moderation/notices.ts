import type { KeepResults, Moderation, RetaggingResults } from 'functions/contract';
import { countFacts, DONE, doneText, type Notice } from './decisions.ts';
import type { Change, DecisionResult } from './changes.ts';

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

/** What the screen says after tags were changed. */
export function tagNotice(results: RetaggingResults['results']): Notice {
  const [only] = results;
  const failures = results.filter(({ error }) => error !== undefined).length;
  const tone = failures > 0 ? 'failed' : 'done';
  if (only && results.length === 1) {
    return { tone, text: only.error ? `Error: ${only.error}` : `Tagged fact no. ${only.joke_id}.` };
  }
  const tagged = `Tagged ${countFacts(results.length - failures)}.`;
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
