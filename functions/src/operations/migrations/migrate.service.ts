import type { RestoreMarkData } from '../../database/restore-mark.data.ts';
import { describeMalformed } from '../../database/stored-document.data.ts';
import type { Migrated, MigrationData } from './migrations.data.ts';

/** Follows a migration: progress, and the reason for each skipped document. */
export interface MigrationObserver {
  onProgress: (phrase: string) => void;
  onSkipped: (problem: string) => void;
  /** Stops at the next page. */
  signal?: AbortSignal;
}

export interface MigrationReport extends Pick<Migrated, 'upgraded' | 'current'> {
  skipped: number;
}

/**
 * Upgrades every document to the current schema version; malformed and newer ones are reported and
 * skipped. It may be interrupted at any point and run again, and the site may run at the same time.
 * @throws Error while a restore is unfinished
 */
export type MigrateDocuments = (observer: MigrationObserver) => Promise<MigrationReport>;

export function createMigration(parts: {
  documents: MigrationData;
  restoreMark: Pick<RestoreMarkData, 'exists'>;
}): MigrateDocuments {
  const { documents, restoreMark } = parts;
  return async ({ onProgress, onSkipped, signal }) => {
    if (await restoreMark.exists()) {
      throw new Error('A restore is unfinished: run npm run import -- <folder> again first.');
    }
    const report: MigrationReport = { upgraded: 0, current: 0, skipped: 0 };
    for (const collection of await documents.collections()) {
      let seen = 0;
      for await (const { upgraded, current, malformed, newer } of documents.migrate(collection)) {
        signal?.throwIfAborted();
        report.upgraded += upgraded;
        report.current += current;
        report.skipped += malformed.length + newer.length;
        for (const document of malformed) onSkipped(describeMalformed(document));
        for (const { path, version } of newer) {
          onSkipped(`${path} has schema version ${version}, from a later version of this program`);
        }
        seen += upgraded + current + malformed.length + newer.length;
        onProgress(`Migrating ${collection}: ${seen.toLocaleString('en')}`);
      }
    }
    return report;
  };
}
