import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  costOf,
  FLOOD_BOUNDS,
  floodOfDay,
  measurements,
  RESOURCES,
  useOfMonth,
} from './bench/cost-estimate.ts';

const benchmarks = readFileSync(new URL('../docs/benchmarks.md', import.meta.url), 'utf8');

test.each([600, 20_000])(
  'a million views a month of %i facts cost at most $4.80, and reads nothing, according to the measurements',
  (facts) => {
    const usage = useOfMonth(1_000_000, measurements(benchmarks), facts);
    expect(costOf(usage)).toBeLessThanOrEqual(4.8);
    const free = RESOURCES.find(({ id }) => id === 'reads')?.free;
    expect(usage.reads).toBeLessThanOrEqual(free ?? 0);
  },
);

test.each(['network', 'everyone'] as const)(
  'a day of any requests (%s) costs at most what a flood may, according to the measurements and the quotas',
  { tags: 'P24' },
  (from) => {
    const flood = floodOfDay(from, measurements(benchmarks));
    const total = flood.reduce((sum, { cost }) => sum + cost, 0);
    expect(total).toBeLessThanOrEqual(FLOOD_BOUNDS[from]);
  },
);
