import { createRestoreGuard } from '../../database/restore-guard.ts';
import { createRestoreMarkData } from '../../database/restore-mark.data.ts';
import type { Context } from '../../context.ts';
import { createSnapshotReads, createTransact } from '../../database/transact.ts';
import { createJokeData } from '../../features/jokes/jokes.data.ts';
import { createMigrationData } from '../migrations/migrations.data.ts';
import { createRatingData } from '../../features/ratings/ratings.data.ts';
import { createCatalogCheck, type CatalogCheck } from './catalog-check.service.ts';
import { createCatalogData } from '../../catalog/catalog.data.ts';

/** The check of a site's catalog, for the operator's commands. */
export function openCatalogCheck({ db, clock }: Context): CatalogCheck {
  const restoreMark = createRestoreMarkData(db);
  return createCatalogCheck({
    jokes: createJokeData(db, clock),
    catalog: createCatalogData(db),
    ratings: createRatingData(db),
    documents: createMigrationData(db),
    restoreMark,
    snapshot: createSnapshotReads(db),
    transact: createTransact(db, clock, createRestoreGuard(restoreMark, clock)),
    clock,
  });
}
