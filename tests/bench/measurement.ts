import type { Site } from '../site.ts';

/** One line of the benchmark table. */
export interface Row {
  /** the requirement's number, as in P1 */
  id: string;
  what: string;
  measured: string;
  bound: string;
  /** null where the line is for information only */
  holds: boolean | null;
}

/** A benchmark: fills the site as it needs and measures. */
export type Benchmark = (site: Site) => Promise<Row[]>;

/** A line whose measured number must not exceed its bound. */
export function atMost(id: string, what: string, measured: number, bound: number): Row {
  const shown = Number.isInteger(measured) ? String(measured) : measured.toFixed(3);
  return { id, what, measured: shown, bound: `≤ ${bound}`, holds: measured <= bound };
}

/** A line that holds or does not; `measured` says what was seen. */
export function mustHold(
  id: string,
  what: string,
  measured: string,
  bound: string,
  holds: boolean,
): Row {
  return { id, what, measured, bound, holds };
}

/** A line that no bound goes with. */
export function forInformation(id: string, what: string, measured: string): Row {
  return { id, what, measured, bound: '–', holds: null };
}

export interface Cost {
  reads: number;
  /** writes and deletes */
  writes: number;
  commits: number;
}

/** What an action costs in billed reads and writes. */
export async function costOf(site: Site, action: () => Promise<unknown>): Promise<Cost> {
  site.firestore.resetRecords();
  await action();
  const { reads, writes, deletes, commits } = site.firestore.totals();
  return { reads, writes: writes + deletes, commits };
}

/** The middle one of some measured numbers; the higher of two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
