// npm run bench: runs benchmarks, prints their tables and writes them to docs/benchmarks.md.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
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
  does: `Runs benchmarks, prints their tables and writes them to docs/benchmarks.md and docs/cost.md. Without a name,
all of them run: ${all.join(', ')}.`,
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

const file = join(import.meta.dirname, '../../docs/benchmarks.md');

/** Replaces the table of a benchmark in the report. */
function write(name: string, ofName: string): void {
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m);
  const before = new Map(
    sections.map((section) => [section.slice(0, section.indexOf('\n')), section.trimEnd()]),
  );
  const tables = all.flatMap((each) => {
    const section = each === name ? `${name}\n\n${ofName}` : before.get(each);
    return section === undefined ? [] : `## ${section}\n`;
  });
  const head = `# Benchmarks

Written by \`npm run bench\`, each table by the last run of its benchmark. Counts and ratios on Node ${process.versions.node} with
${availableParallelism()} cores. Reads and writes are billed operations as the embedded Firestore counts them. "Cold" means a fresh
instance of the application: nothing in memory, a new connection. "Warm" means the same call again within 60 s.
`;
  writeFileSync(file, [head, ...tables].join('\n'));
}

const { positionals } = readCommandLine(program);
const unknown = positionals.find((name) => !all.includes(name));
if (unknown !== undefined) refuseCommandLine(program, `There is no benchmark '${unknown}'`);
const names = positionals.length > 0 ? positionals : all;

await provideChromium();
const rows: Row[] = [];
const broken: string[] = [];
for (const [index, name] of names.entries()) {
  process.stdout.write(`${index + 1}/${names.length} ${name} …\n`);
  const site = await openApi();
  try {
    const { benchmark }: { benchmark: Benchmark } = await import(
      join(import.meta.dirname, `${name}.bench.ts`)
    );
    const measured = await benchmark(site);
    process.stdout.write(`${tableOf(measured)}\n`);
    write(name, tableOf(measured));
    rows.push(...measured);
  } catch (error) {
    // The others are measured nevertheless, not with its clock.
    mock.reset();
    broken.push(name);
    console.error(error);
  }
  await site.stop();
}
// The cost estimate is computed from these tables.
await writeDocs();

const failed = rows.filter((row) => row.holds === false).length;
const held = rows.filter((row) => row.holds === true).length;
process.stdout.write(`\nBounds that hold: ${held}, that do not: ${failed}.\n`);
if (broken.length > 0) process.stdout.write(`Without a result: ${broken.join(', ')}.\n`);
process.exitCode = failed + broken.length > 0 ? 1 : 0;
