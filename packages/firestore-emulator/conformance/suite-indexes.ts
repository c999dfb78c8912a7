import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The composite indexes and overrides that the themes need. */
export const suiteIndexesFile = fileURLToPath(new URL('suite-indexes.json', import.meta.url));

/** A folder that is deleted when it is disposed. */
export class TemporaryFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'firestore-conformance-'));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
