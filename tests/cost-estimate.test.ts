import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { costOf, measurements, useOfMonth } from '../scripts/cost-estimate.ts';

const row = (id: string, what: string, measured: string) =>
  `| ${id} | ${what} | ${measured} | – | yes |`;

const rate = (views: string, share: string, reads: string) => [
  row('cost', `% of views that reach the function at ${views} views a month`, share),
  row('cost', `reads per 1,000 views at ${views} views a month`, reads),
];

const page = [
  row('P1', 'maximum reads of a first, middle and last full page, cold', '20'),
  row('P6', 'reads of the first vote by a new browser, cold', '4'),
  row('P6', '… writes', '3'),
  row('P15', 'KB of a photo-like image at 640 px, median of 10', '0'),
  row('cost', 'reads of a submission', '2'),
  row('cost', 'writes of a submission', '4'),
  row('cost', 'reads of a decision in the dashboard', '27.0'),
  row('cost', 'writes of a decision in the dashboard', '3.0'),
  row('cost', 'KB of the site’s own files for a new visitor', '0'),
  row('cost', 'KB of a list page, mean', '0'),
  row('cost', 'KB of the Top 100', '0'),
  row('cost', 'KB of the Newest 40', '0'),
  row('cost', 'KB of a single fact', '0'),
  ...rate('1,000,000', '20.0', '100'),
  ...rate('10,000,000', '10.0', '1,000'),
].join('\n');

const measured = measurements(page);

test('a month’s reads and writes come from its views, images, votes, submissions, decisions and starts', () => {
  const { reads, writes, requests } = useOfMonth(1_000_000, measured);
  // 2 instances × 100,000, 200 images an hour, 50,000 votes × 4, 500 submissions × 29, 3,000 starts × 20.
  expect(reads).toBeCloseTo(200_000 + 144_000 + 200_000 + 14_500 + 60_000);
  expect(writes).toBeCloseTo(150_000 + 3_500);
  expect(requests).toBeCloseTo(200_000 + 144_000 + 50_000 + 1_500);
});

test('use within the free quota costs nothing, and use beyond it costs its price', () => {
  // Deletions by TTL are never free: 50,500 of them.
  expect(costOf(useOfMonth(1_000_000, measured))).toBeCloseTo(0.0101);
  const { reads, writes, deletes } = useOfMonth(10_000_000, measured);
  expect(reads).toBeCloseTo(22_349_000);
  const paid = (20_849_000 * 0.06 + (1_535_000 - 600_000) * 0.18 + 505_000 * 0.02) / 100_000;
  expect(costOf({ reads, writes, deletes })).toBeCloseTo(paid);
});

test('a million views a month cost at most $6, according to the measurements', () => {
  const benchmarks = readFileSync(new URL('../docs/benchmarks.md', import.meta.url), 'utf8');
  const usage = useOfMonth(1_000_000, measurements(benchmarks));
  expect(costOf(usage)).toBeLessThanOrEqual(6);
});

test('an error names a rate that was not measured, or a missing benchmark', () => {
  expect(() => useOfMonth(5, measured)).toThrow('at 5 views a month');
  const without = measurements(page.replace('P15', 'P0'));
  expect(() => useOfMonth(1_000_000, without)).toThrow('no P15 “KB of a photo-like');
});
