// npm run bench: runs every benchmark, prints its table and writes all rows to docs/benchmarks.md.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { writeDocs } from '../../scripts/write-docs.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { table } from '../../scripts/markdown-table.ts';
import { provideChromium } from '../support/browsers.ts';
import { openApi } from '../support/api-site.ts';
import { benchCatalog } from './catalog.bench.ts';
import { benchColdStart } from './cold-start.bench.ts';
import { benchDiscovery } from './discovery.bench.ts';
import { benchEmulators } from './emulators.bench.ts';
import { benchFirstView } from './first-view.bench.ts';
import { benchHints } from './hints.bench.ts';
import { benchImages } from './images.bench.ts';
import { benchLists, benchRevalidation } from './lists.bench.ts';
import { benchInteractions } from './interactions.bench.ts';
import type { Benchmark, Row } from '../support/bench/measurement.ts';
import { benchMemory } from './memory.bench.ts';
import { benchModeration } from './moderation.bench.ts';
import { benchPayload } from './payload.bench.ts';
import { benchRandom } from './random.bench.ts';
import { benchRankingRule } from './ranking-rule.bench.ts';
import { benchRankings } from './rankings.bench.ts';
import { benchLighthouse } from './lighthouse.bench.ts';
import { benchSearch } from './search.bench.ts';
import { benchSearchLoad } from './search-load.bench.ts';
import { benchSimilar } from './similar.bench.ts';
import { benchTransfer } from './transfer.bench.ts';
import { benchVisits } from './visits.bench.ts';
import { benchSteadyState } from './steady-state.bench.ts';
import { benchVotes } from './votes.bench.ts';

const benchmarks: [string, Benchmark][] = [
  ['list pages', benchLists],
  ['the catalog', benchCatalog],
  ['the random joke', benchRandom],
  ['rankings', benchRankings],
  ['the ranking rule of the Top 100', benchRankingRule],
  ['votes', benchVotes],
  ['votes of one network, and Random', benchDiscovery],
  ['search', benchSearch],
  ['searches that cost the most', benchSearchLoad],
  ['similar facts', benchSimilar],
  ['hints for moderators', benchHints],
  ['revalidation', benchRevalidation],
  ['cold start', benchColdStart],
  ['steady state', benchSteadyState],
  ['memory', benchMemory],
  ['payload', benchPayload],
  ['the first view', benchFirstView],
  ['Lighthouse', benchLighthouse],
  ['interactions', benchInteractions],
  ['images', benchImages],
  ['public caching and visits', benchVisits],
  ['submissions and decisions', benchModeration],
  ['transfer', benchTransfer],
  ['embedded emulators', benchEmulators],
];

function formatHolds(holds: Row['holds']): string {
  if (holds === null) return 'for information';
  return holds ? 'yes' : '**no**';
}

function tableOf(rows: readonly Row[]): string {
  return table(
    ['#', 'what', 'measured', 'bound', 'holds'],
    rows.map(({ id, what, measured, bound, holds }) => [
      id,
      what,
      measured,
      bound,
      formatHolds(holds),
    ]),
  );
}

readCommandLine({
  command: 'npm run bench',
  does: 'Runs every benchmark, prints its table and writes all rows to docs/benchmarks.md.',
  options: {},
  example: 'npm run bench',
});

await provideChromium();
const rows: Row[] = [];
for (const [index, [title, benchmark]] of benchmarks.entries()) {
  process.stdout.write(`${index + 1}/${benchmarks.length} ${title} …\n`);
  const site = await openApi();
  const measured = await benchmark(site);
  process.stdout.write(`${tableOf(measured)}\n`);
  rows.push(...measured);
  await site.stop();
}

const report = `# Benchmarks

Written by \`npm run bench\`. Counts and ratios from one run on Node ${process.versions.node} with ${availableParallelism()} cores.
Reads and writes are billed operations as the embedded Firestore counts them. "Cold" means a fresh instance of
the application: nothing in memory, a new connection. "Warm" means the same call again within 60 s.

${tableOf(rows)}
`;
writeFileSync(new URL('../../docs/benchmarks.md', import.meta.url), report);
// The cost estimate is computed from these rows.
await writeDocs();
const failed = rows.filter((row) => row.holds === false).length;
const held = rows.filter((row) => row.holds === true).length;
process.stdout.write(
  `\nBounds that hold: ${held}, that do not: ${failed}. Wrote docs/benchmarks.md.\n`,
);
process.exitCode = failed > 0 ? 1 : 0;
