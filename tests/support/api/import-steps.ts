import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuildCatalog } from '../../../functions/src/operations/catalog-rebuild.service.ts';
import type { Context } from '../../../functions/src/site.ts';
import {
  importJokes,
  type ImportOutcome,
} from '../../../functions/src/operations/import.service.ts';
import type { Observer } from '../../../functions/src/operations/observer.ts';

/** Ignores progress and problems. */
export const quiet: Observer = { onProgress: () => undefined, onProblem: () => undefined };

/** Runs `work` with a new folder, and deletes the folder afterwards. */
export async function inNewFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'facts-data-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Imports a text as a file with that name. @returns the outcome and the problems as they are printed */
export async function importText(
  context: Context,
  text: string | Uint8Array,
  { name = 'facts.jsonl', onProgress = quiet.onProgress, dryRun = false } = {},
): Promise<ImportOutcome & { reported: string[] }> {
  return inNewFolder(async (folder) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    const reported: string[] = [];
    const onProblem = (problem: string) => reported.push(problem);
    const outcome = await importJokes(context, path, { onProgress, onProblem }, dryRun);
    return { ...outcome, reported };
  });
}

/** Formats facts as JSON Lines. */
export function jsonLines(facts: readonly unknown[]): string {
  return facts.map((fact) => `${JSON.stringify(fact)}\n`).join('');
}

/** How many jokes an instance that starts now has otherwise than their documents. */
export async function countDifferent(context: Context): Promise<number> {
  return (await rebuildCatalog(context, quiet)).different;
}
