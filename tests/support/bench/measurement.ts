import { setImmediate } from 'node:timers/promises';
import type { ApiSite } from '../api-site.ts';

/** A row of the benchmark table. */
export interface Row {
  /** the requirement's number, such as P1; `cost` for inputs of the cost estimate */
  id: string;
  what: string;
  measured: string;
  bound: string;
  /** whether the bound holds; null: for information only */
  holds: boolean | null;
}

/** A benchmark: fills the site with its own data and measures. */
export type Benchmark = (site: ApiSite) => Promise<Row[]>;

/** A row whose measured number must not exceed its bound. @param unit after a space, such as ` ms` */
export function atMost(id: string, what: string, measured: number, bound: number, unit = ''): Row {
  const shown = Number.isInteger(measured) ? String(measured) : measured.toFixed(3);
  return {
    id,
    what,
    measured: shown + unit,
    bound: `≤ ${bound}${unit}`,
    holds: measured <= bound,
  };
}

/** Rows whose measured numbers must not exceed their bounds. */
export function allAtMost(
  id: string,
  cells: readonly (readonly [what: string, measured: number, bound: number])[],
): Row[] {
  return cells.map(([what, measured, bound]) => atMost(id, what, measured, bound));
}

/** A row whose result the benchmark decides; `measured` and `bound` are only shown. */
export function mustHold(
  id: string,
  what: string,
  measured: string,
  bound: string,
  holds: boolean,
): Row {
  return { id, what, measured, bound, holds };
}

/** A row without a bound. */
export function forInformation(id: string, what: string, measured: string): Row {
  return { id, what, measured, bound: '–', holds: null };
}

interface Cost {
  reads: number;
  /** writes and deletes */
  writes: number;
  commits: number;
}

/** Counts the billed reads and writes of an action. */
export async function costOf(site: ApiSite, action: () => Promise<unknown>): Promise<Cost> {
  site.firestore.resetRecords();
  await action();
  const { reads, writes, deletes, commits } = site.firestore.totals();
  return { reads, writes: writes + deletes, commits };
}

/** The middle one of some numbers; of two middle ones, the higher. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Milliseconds of CPU that this thread has used. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The most milliseconds of CPU that this thread spends between two turns of its event loop meanwhile. */
export async function longestStep(work: Promise<unknown>): Promise<number> {
  const running = new Set([work]);
  void work.finally(() => running.delete(work));
  let longest = 0;
  while (running.size > 0) {
    const before = cpuMs();
    await setImmediate();
    longest = Math.max(longest, cpuMs() - before);
  }
  await work;
  return longest;
}
