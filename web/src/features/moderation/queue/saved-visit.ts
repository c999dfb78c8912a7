import { moderation } from 'functions/contract';
import { json, storedValue } from '../../../stores/stored-value.ts';
import type { Change, Decision } from '../outbox.ts';

/** What of a visit survives a reload of the page. */
export interface SavedVisit {
  pinned: number | undefined;
  total: number | undefined;
  /** The decisions and skips. Edits can be undone in the log. */
  steps: readonly (readonly Change[])[];
}

/** A decision as it would be sent, or the number of a fact that was skipped. */
function format(change: Change): unknown {
  const { action, joke_id } = change;
  if (action === 'skip') return joke_id;
  if (!('expected' in change)) return undefined;
  const { expected, reason } = change;
  return { action, joke_ids: [joke_id], expected: [{ joke_id, ...expected }], reason };
}

function parseChange(saved: unknown): Change | undefined {
  if (typeof saved === 'number') return { action: 'skip', joke_id: saved };
  const { success, data } = moderation.safeParse(saved);
  const [seen] = data?.expected ?? [];
  if (!success || !seen) return undefined;
  const { joke_id, ...expected } = seen;
  const { action, reason } = data;
  const decision: Decision = { action, joke_id, expected, ...(reason && { reason }) };
  return decision;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function parse(saved: unknown): SavedVisit | undefined {
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
}

const stored = storedValue<unknown>(
  'queueVisit',
  json((content) => content),
  null,
  'sessionStorage',
);

/** The visit of this tab before the page was reloaded. */
export const loadVisit = (): SavedVisit | undefined => parse(stored.latest());

/** Saves a visit for as long as the tab; undefined to forget it. */
export function saveVisit(visit: SavedVisit | undefined): void {
  const steps = visit?.steps.map((step) => step.flatMap((each) => format(each) ?? []));
  stored.save(visit ? [visit.pinned, visit.total, steps] : null);
}
