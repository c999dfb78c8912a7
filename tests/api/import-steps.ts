import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogCheck } from '../../functions/src/operations/catalog-check/open-catalog-check.ts';
import type { Context } from '../../functions/src/context.ts';
import { readJokeFile } from '../../functions/src/operations/import/joke-file.ts';
import type { ImportOutcome } from '../../functions/src/operations/import/import-jokes.service.ts';
import { openJokeImport } from '../../functions/src/operations/import/open-joke-import.ts';

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
  text: string,
  { name = 'facts.jsonl', update = false } = {},
): Promise<ImportOutcome & { reported: string[] }> {
  return inNewFolder(async (folder) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    const reported: string[] = [];
    const outcome = await openJokeImport(context)(() => readJokeFile(path), update, {
      onProgress: () => undefined,
      onWritten: () => undefined,
      onProblem: (line, problem) => reported.push(`line ${line}: ${problem}`),
    });
    return { ...outcome, reported };
  });
}

/** Formats facts as JSON Lines. */
export function jsonLines(facts: readonly unknown[]): string {
  return facts.map((fact) => `${JSON.stringify(fact)}\n`).join('');
}

/** The problems that the catalog check reports. */
export async function catalogProblems(context: Context): Promise<string[]> {
  const reported: string[] = [];
  const { problems } = await openCatalogCheck(context).check({
    onProgress: () => undefined,
    onProblem: (problem) => reported.push(problem),
  });
  if (problems !== reported.length)
    throw new Error(`${problems} problems, ${reported.length} reported`);
  return reported;
}
