// Runs every test that proves a requirement of security and reliability, plants the faults that those
// tests have to notice, prints each number beside its result and writes the table to docs/safety.md.
// With --mutations, plants the faults alone.
import { writeFileSync } from 'node:fs';
import { plantFaults, type Planted } from './plant-faults.ts';
import { runProofs } from './proofs.ts';
import { reportOf, rowsOf, told } from './safety-table.ts';

function tellFaults(planted: readonly Planted[]): Planted[] {
  const missed = planted.filter(({ noticed }) => !noticed);
  process.stdout.write(
    `\n${planted.length - missed.length} faults noticed, ${missed.length} not.\n`,
  );
  return missed;
}

async function runFaults(): Promise<void> {
  if (tellFaults(await plantFaults()).length > 0) process.exitCode = 1;
}

async function runAll(): Promise<void> {
  const proofs = await runProofs();
  process.stdout.write('\n── planted faults\n');
  const planted = await plantFaults();
  const rows = rowsOf(proofs, planted);
  writeFileSync(new URL('../../docs/safety.md', import.meta.url), reportOf(rows, proofs.broken));
  process.stdout.write(`\n${told(rows)}\n`);
  for (const { failing } of rows) for (const name of failing) process.stdout.write(`✗ ${name}\n`);
  for (const file of proofs.broken) process.stdout.write(`✗ ${file} could not be run\n`);
  tellFaults(planted);
  const failed = rows.filter(({ holds }) => !holds).length;
  process.stdout.write(
    `${rows.length - failed} of ${rows.length} requirements hold. Written to docs/safety.md.\n`,
  );
  if (failed > 0 || proofs.broken.length > 0) process.exitCode = 1;
}

await (process.argv.includes('--mutations') ? runFaults() : runAll());
