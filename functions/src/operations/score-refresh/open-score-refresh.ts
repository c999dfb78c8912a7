import { createRestoreGuard } from '../../database/restore-guard.ts';
import { createRestoreMarkData } from '../../database/restore-mark.data.ts';
import { createCatalogData } from '../../catalog/catalog.data.ts';
import { createCatalogService } from '../../catalog/catalog.service.ts';
import type { Context } from '../../context.ts';
import { createSnapshotReads, createTransact } from '../../database/transact.ts';
import { createJokeData } from '../../features/jokes/jokes.data.ts';
import { createScoreRefresh, type ScoreRefresh } from './score-refresh.service.ts';
import { createVoteTotalData } from '../../features/ratings/vote-totals.data.ts';

/** The refresh of a site's scores, for the operator's commands. */
export function openScoreRefresh({ db, clock }: Context): ScoreRefresh {
  const catalogData = createCatalogData(db);
  const restoreMark = createRestoreMarkData(db);
  const refuseDuringRestore = createRestoreGuard(restoreMark, clock);
  const transact = createTransact(db, clock, refuseDuringRestore);
  return createScoreRefresh({
    jokes: createJokeData(db, clock),
    restoreMark,
    catalogData,
    catalog: createCatalogService(catalogData, transact, clock, refuseDuringRestore),
    totals: createVoteTotalData(db),
    snapshot: createSnapshotReads(db),
    transact,
  });
}
