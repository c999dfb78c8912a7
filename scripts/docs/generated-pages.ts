import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPage } from './api-page.ts';
import { costPage } from './cost/cost-page.ts';
import { formatted } from './markdown.ts';

const root = join(import.meta.dirname, '..', '..');

/** A generated page in docs/. */
export interface GeneratedPage {
  /** its path relative to the project's root */
  name: string;
  file: string;
  text: string;
}

/** Every generated page with its current text. */
export async function generatedPages(): Promise<GeneratedPage[]> {
  const benchmarks = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8');
  const pages = { 'docs/api.md': apiPage(), 'docs/cost.md': costPage(benchmarks) };
  return Promise.all(
    Object.entries(pages).map(async ([name, text]) => {
      const file = join(root, name);
      return { name, file, text: await formatted(text, file) };
    }),
  );
}

/** Writes the generated pages. @returns their paths relative to the project's root */
export async function writeGeneratedPages(): Promise<string[]> {
  const pages = await generatedPages();
  for (const { file, text } of pages) writeFileSync(file, text);
  return pages.map(({ name }) => name);
}
