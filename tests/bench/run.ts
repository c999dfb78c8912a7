// npm run bench: runs every benchmark, prints its table and writes all rows to docs/benchmarks.md.
import { globSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { writeDocs } from '../write-docs.ts';
import { readCommandLine, refuseCommandLine, type Program } from '../../scripts/command-line.ts';
import { table } from '../support/markdown-table.ts';
import { provideChromium } from '../support/browsers.ts';
import { openApi } from '../support/api-site.ts';
import type { Benchmark, Row } from '../support/bench/measurement.ts';

const all = globSync('*.bench.ts', { cwd: import.meta.dirname })
  .map((file) => file.replace('.bench.ts', ''))
  .toSorted();

const program: Program = {
  command: 'npm run bench',
  operands: '[name...]',
  does: `Runs every benchmark, prints its table and writes all rows to docs/benchmarks.md. With names, runs only those
and writes nothing: ${all.join(', ')}.`,
  options: {},
  example: 'npm run bench -- votes',
};

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

/** By their requirement; those of the cost estimate last. */
const inOrder = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => (Number(a.id.slice(1)) || 99) - (Number(b.id.slice(1)) || 99));

const { positionals } = readCommandLine(program);
const unknown = positionals.find((name) => !all.includes(name));
if (unknown !== undefined) refuseCommandLine(program, `There is no benchmark '${unknown}'`);
const names = positionals.length > 0 ? positionals : all;

await provideChromium();
const rows: Row[] = [];
for (const [index, name] of names.entries()) {
  process.stdout.write(`${index + 1}/${names.length} ${name} …\n`);
  const site = await openApi();
  const { benchmark }: { benchmark: Benchmark } = await import(
    join(import.meta.dirname, `${name}.bench.ts`)
  );
  const measured = await benchmark(site);
  process.stdout.write(`${tableOf(measured)}\n`);
  rows.push(...measured);
  await site.stop();
}

const report = `# Benchmarks

Written by \`npm run bench\`. Counts and ratios from one run on Node ${process.versions.node} with ${availableParallelism()} cores.
Reads and writes are billed operations as the embedded Firestore counts them. "Cold" means a fresh instance of
the application: nothing in memory, a new connection. "Warm" means the same call again within 60 s.

${tableOf(inOrder(rows))}
`;
if (names === all) {
  writeFileSync(join(import.meta.dirname, '../../docs/benchmarks.md'), report);
  // The cost estimate is computed from these rows.
  await writeDocs();
}
const failed = rows.filter((row) => row.holds === false).length;
const held = rows.filter((row) => row.holds === true).length;
process.stdout.write(`\nBounds that hold: ${held}, that do not: ${failed}.\n`);
process.exitCode = failed > 0 ? 1 : 0;
