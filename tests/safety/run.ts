// npm run safety: runs every test that proves a requirement of security and reliability, plants the faults
// that these tests must notice, and prints a table of the results.
import { readCommandLine } from '../../scripts/command-line.ts';
import { provideChromium } from '../support/browsers.ts';
import { plantFaults, type Planted } from './plant-faults.ts';
import { runProofs } from './proofs.ts';
import { formatRows, rowsOf } from './safety-table.ts';

/** Prints how many faults were noticed. @returns the others */
function reportFaults(planted: readonly Planted[]): Planted[] {
  const missed = planted.filter(({ noticed }) => !noticed);
  process.stdout.write(
    `\nFaults noticed: ${planted.length - missed.length}, not noticed: ${missed.length}.\n`,
  );
  return missed;
}

async function runFaults(): Promise<void> {
  if (reportFaults(await plantFaults()).length > 0) process.exitCode = 1;
}

async function runAll(): Promise<void> {
  const proofs = await runProofs();
  process.stdout.write('\n── planted faults\n');
  const planted = await plantFaults();
  const rows = rowsOf(proofs, planted);
  process.stdout.write(`\n${formatRows(rows)}\n`);
  for (const { failing } of rows) for (const name of failing) process.stdout.write(`✗ ${name}\n`);
  for (const file of proofs.broken) process.stdout.write(`✗ ${file} could not run\n`);
  reportFaults(planted);
  const failed = rows.filter(({ holds }) => !holds).length;
  process.stdout.write(`${rows.length - failed} of ${rows.length} requirements hold.\n`);
  if (failed > 0 || proofs.broken.length > 0) process.exitCode = 1;
}

const { values } = readCommandLine({
  command: 'npm run safety',
  does: 'Runs the proof of each safety requirement, plants faults, and prints a table.',
  options: { mutations: { type: 'boolean', help: 'only plants the faults' } },
  example: 'npm run safety -- --mutations',
});
await provideChromium();
await (values.mutations === true ? runFaults() : runAll());
