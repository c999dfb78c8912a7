import type { RestoreMarkData } from '../../database/restore-mark.data.ts';
import { describeMalformed } from '../../database/stored-document.data.ts';
import type { Migrated, MigrationData } from './migrations.data.ts';

/** Who follows a migration: progress, and each document that is skipped, in words. */
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
 * Brings every document to the current schema version; malformed and newer ones are reported and left
 * alone. It may be cut off anywhere and run again, and the site may run meanwhile.
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
          onSkipped(`${path} has schema version ${version}, which this program does not know`);
        }
        seen += upgraded + current + malformed.length + newer.length;
        onProgress(`Migrating ${collection}: ${seen.toLocaleString('en')}`);
      }
    }
    return report;
  };
}
