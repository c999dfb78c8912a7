import { join } from 'node:path';
import { apiPage } from './api-page.ts';
import { formatted } from './markdown.ts';

const root = join(import.meta.dirname, '..', '..');

/** A page of docs/ that the code writes. */
export interface GeneratedPage {
  /** its path from the project's root */
  name: string;
  file: string;
  text: string;
}

/** What every generated page has to be. */
export async function generatedPages(): Promise<GeneratedPage[]> {
  const pages = { 'docs/api.md': apiPage() };
  return Promise.all(
    Object.entries(pages).map(async ([name, text]) => {
      const file = join(root, name);
      return { name, file, text: await formatted(text, file) };
    }),
  );
}
