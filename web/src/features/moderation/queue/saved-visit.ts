import { json, storedValue } from '../../../stores/stored-value.ts';
import type { Change } from '../changes.ts';
import { formatDecision, parseDecision } from '../unsent-decisions.ts';

/** What of a visit survives a reload of the page. */
interface SavedVisit {
  pinned: number | undefined;
  total: number | undefined;
  /** The decisions and skips. Edits can be undone in the log. */
  steps: readonly (readonly Change[])[];
}

/** A decision, or the number of a fact that was skipped. */
function formatChange(change: Change): unknown {
  if (change.action === 'skip') return change.joke_id;
  return 'expected' in change ? formatDecision(change) : undefined;
}

function parseChange(saved: unknown): Change | undefined {
  return typeof saved === 'number' ? { action: 'skip', joke_id: saved } : parseDecision(saved);
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
