import type { Context } from '../../context.ts';
import { accessSite, type Observer } from '../site-access.ts';
import { createMigrationData } from './migration.data.ts';

export interface MigrationReport {
  upgraded: number;
  /** documents that already had the current version */
  current: number;
  /** documents that are malformed or of a later version */
  skipped: number;
}

/**
 * Upgrades every document to the current schema version; malformed and newer ones are reported and
 * skipped. It may be interrupted at any point and run again, and the site may run at the same time.
 * @throws Error while a restore is unfinished
 */
export async function migrateDocuments(
  context: Context,
  { onProgress, onProblem, signal }: Observer,
): Promise<MigrationReport> {
  const { documents, restoreMark } = accessSite(context);
  const migration = createMigrationData(context.db);
  if (await restoreMark.exists()) {
    throw new Error('A restore is unfinished: run npm run import -- <folder> again first.');
  }
  const report: MigrationReport = { upgraded: 0, current: 0, skipped: 0 };
  for (const collection of await documents.collections()) {
    let seen = 0;
    for await (const page of migration.migrate(collection)) {
      signal?.throwIfAborted();
      for (const { changes, problem } of page) {
        if (problem !== undefined) onProblem(problem);
        report[problem === undefined ? (changes ? 'upgraded' : 'current') : 'skipped'] += 1;
      }
      seen += page.length;
      onProgress(`Migrating ${collection}: ${seen.toLocaleString('en')}`);
    }
  }
  return report;
}
