import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { costOf, measurements, useOfMonth } from '../scripts/cost-estimate.ts';

test('a million views a month cost at most $7, according to the measurements', () => {
  const benchmarks = readFileSync(new URL('../docs/benchmarks.md', import.meta.url), 'utf8');
  const usage = useOfMonth(1_000_000, measurements(benchmarks));
  expect(costOf(usage)).toBeLessThanOrEqual(7);
});
