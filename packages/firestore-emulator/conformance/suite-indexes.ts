import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fuzzIndexes } from './fuzz/fuzz-indexes.ts';
import declared from './suite-indexes.json' with { type: 'json' };

/** The composite indexes and overrides that the themes need. */
export const suiteIndexesFile = fileURLToPath(new URL('suite-indexes.json', import.meta.url));

/** A folder that is deleted when it is disposed. */
export class TemporaryFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'firestore-conformance-'));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Writes the indexes of the themes and of all generated queries. @returns the file's path. */
export function writeAllIndexes(folder: TemporaryFolder): string {
  const fuzz = fuzzIndexes();
  const file = join(folder.path, 'indexes.json');
  const all = {
    indexes: [...declared.indexes, ...fuzz.indexes],
    fieldOverrides: [...declared.fieldOverrides, ...fuzz.fieldOverrides],
  };
  writeFileSync(file, JSON.stringify(all));
  return file;
}
