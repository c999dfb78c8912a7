// npm run docs: writes the pages of docs/ that are generated from the code and the benchmarks.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { readCommandLine } from './command-line.ts';
import { apiPage } from './docs/api-page.ts';
import { costPage } from './docs/cost/cost-page.ts';

const root = join(import.meta.dirname, '..');

/** The current text of every generated page, by its path relative to the project's root. */
export async function generatedPages(): Promise<Map<string, string>> {
  const benchmarks = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8');
  const pages = { 'docs/api.md': apiPage(), 'docs/cost.md': costPage(benchmarks) };
  const formatted = new Map<string, string>();
  for (const [name, text] of Object.entries(pages)) {
    formatted.set(name, (await format(name, text)).code);
  }
  return formatted;
}

/** Writes the generated pages. */
export async function writeGeneratedPages(): Promise<void> {
  for (const [name, text] of await generatedPages()) {
    writeFileSync(join(root, name), text);
    process.stdout.write(`Wrote ${name}\n`);
  }
}

if (import.meta.main) {
  readCommandLine({
    command: 'npm run docs',
    does: 'Writes docs/api.md from the contract and docs/cost.md from the benchmarks.',
    options: {},
    example: 'npm run docs',
  });
  await writeGeneratedPages();
}
