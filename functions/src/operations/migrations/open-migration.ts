import { createRestoreMarkData } from '../../database/restore-mark.data.ts';
import type { Context } from '../../context.ts';
import { createMigration, type MigrateDocuments } from './migrate.service.ts';
import { createMigrationData } from './migrations.data.ts';

/** The migration of a site's documents, for the operator's command. */
export function openMigration({ db }: Context): MigrateDocuments {
  return createMigration({
    documents: createMigrationData(db),
    restoreMark: createRestoreMarkData(db),
  });
}
