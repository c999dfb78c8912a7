import { moderation } from 'functions/contract';
import { json, storedValue } from '../../../stores/stored-value.ts';
import type { Change, Decision } from '../changes.ts';

/** What of a visit survives a reload of the page. */
interface SavedVisit {
  pinned: number | undefined;
  total: number | undefined;
  /** The decisions and skips. Edits can be undone in the log. */
  steps: readonly (readonly Change[])[];
}

/** A decision as it would be sent, or the number of a fact that was skipped. */
function formatChange(change: Change): unknown {
  const { action, joke_id } = change;
  if (action === 'skip') return joke_id;
  if (!('expected' in change)) return undefined;
  const { expected, reason, duplicate_of } = change;
  return {
    action,
    joke_ids: [joke_id],
    expected: [{ joke_id, ...expected }],
    reason,
    duplicate_of,
  };
}

function parseChange(saved: unknown): Change | undefined {
  if (typeof saved === 'number') return { action: 'skip', joke_id: saved };
  const { success, data } = moderation.safeParse(saved);
  const [seen] = data?.expected ?? [];
  if (!success || !seen) return undefined;
  const { joke_id, ...expected } = seen;
  const { action, reason, duplicate_of } = data;
  const because = { ...(reason && { reason }), ...(duplicate_of && { duplicate_of }) };
  const decision: Decision = { action, joke_id, expected, ...because };
  return decision;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

const schema = {
  ...json((saved): SavedVisit | undefined => {
    if (!isList(saved)) return undefined;
    const [pinned, total, steps] = saved;
    if (typeof total !== 'number' || !isList(steps)) return undefined;
    const parsed = steps.map((step) =>
      isList(step) ? step.flatMap((each) => parseChange(each) ?? []) : [],
    );
    return {
      pinned: typeof pinned === 'number' ? pinned : undefined,
      total,
      steps: parsed.filter((step) => step.length > 0),
    };
  }),
  format({ pinned, total, steps }: SavedVisit): string {
    const saved = steps.map((step) => step.flatMap((each) => formatChange(each) ?? []));
    return JSON.stringify([pinned, total, saved]);
  },
};

const NONE: SavedVisit = { pinned: undefined, total: undefined, steps: [] };

/** The visit of this tab. */
export const savedVisit = storedValue('queueVisit', schema, NONE, 'sessionStorage');
