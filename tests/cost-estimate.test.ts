import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { costOf, measurements, RESOURCES, useOfMonth } from './bench/cost-estimate.ts';

test.each([600, 20_000])(
  'a million views a month of %i facts cost at most $4.80, and reads nothing, according to the measurements',
  (facts) => {
    const benchmarks = readFileSync(new URL('../docs/benchmarks.md', import.meta.url), 'utf8');
    const usage = useOfMonth(1_000_000, measurements(benchmarks), facts);
    expect(costOf(usage)).toBeLessThanOrEqual(4.8);
    const free = RESOURCES.find(({ id }) => id === 'reads')?.free;
    expect(usage.reads).toBeLessThanOrEqual(free ?? 0);
  },
);
