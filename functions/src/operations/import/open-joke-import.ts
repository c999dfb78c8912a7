import { createRestoreGuard } from '../../database/restore-guard.ts';
import { createRestoreMarkData } from '../../database/restore-mark.data.ts';
import { createCatalogData } from '../../catalog/catalog.data.ts';
import { createCatalogService } from '../../catalog/catalog.service.ts';
import type { Context } from '../../context.ts';
import { createTransact } from '../../database/transact.ts';
import { createJokeData } from '../../features/jokes/jokes.data.ts';
import { createAuditData } from '../../features/audit/audit.data.ts';
import { createImportCheck } from './check-import.service.ts';
import { createJokeImport, type ImportJokes } from './import-jokes.service.ts';
import { createJokeWriter } from './write-jokes.service.ts';

/** The import of jokes, for the operator's command. */
export function openJokeImport({ db, clock }: Context): ImportJokes {
  const jokes = createJokeData(db, clock);
  const catalogData = createCatalogData(db);
  const guard = createRestoreGuard(createRestoreMarkData(db), clock);
  const transact = createTransact(db, clock, guard);
  const catalog = createCatalogService(catalogData, transact, clock, guard);
  return createJokeImport({
    check: createImportCheck({ jokes, catalog: catalogData, clock }),
    write: createJokeWriter({ jokes, catalog, audit: createAuditData(db), clock }),
    clock,
  });
}
