import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogCheck } from '../../functions/src/operations/catalog-check/open-catalog-check.ts';
import type { Context } from '../../functions/src/context.ts';
import { readJokeFile } from '../../functions/src/operations/import/joke-file.ts';
import type { ImportOutcome } from '../../functions/src/operations/import/import-jokes.service.ts';
import { openJokeImport } from '../../functions/src/operations/import/open-joke-import.ts';

/** Runs `work` on a new folder, which is deleted afterwards. */
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

/** Imports a text as a file of that name; answers the outcome and the problems as they are printed. */
export async function importText(
  context: Context,
  text: string,
  { name = 'facts.jsonl', update = false } = {},
): Promise<ImportOutcome & { told: string[] }> {
  return inNewFolder(async (folder) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    const told: string[] = [];
    const outcome = await openJokeImport(context)(() => readJokeFile(path), update, {
      onProgress: () => undefined,
      onWritten: () => undefined,
      onProblem: (line, problem) => told.push(`line ${line}: ${problem}`),
    });
    return { ...outcome, told };
  });
}

/** A text of JSON Lines. */
export function jsonLines(facts: readonly unknown[]): string {
  return facts.map((fact) => `${JSON.stringify(fact)}\n`).join('');
}

/** What the catalog's check says, in words. */
export async function catalogProblems(context: Context): Promise<string[]> {
  const told: string[] = [];
  const { problems } = await openCatalogCheck(context).check({
    onProgress: () => undefined,
    onProblem: (problem) => told.push(problem),
  });
  if (problems !== told.length) throw new Error(`${problems} problems, ${told.length} told`);
  return told;
}
