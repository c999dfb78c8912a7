import { openCatalog } from '../catalog/catalog.service.ts';
import type { Context } from '../site.ts';
import { createTransact } from '../platform/transact.ts';
import { createImageFileData } from '../images/image-files.data.ts';
import { createChangeData } from '../moderation/changes.data.ts';
import { createRatingData } from '../votes/ratings.service.ts';
import { createReportData } from '../moderation/reports.service.ts';
import { createDocumentData } from './documents.data.ts';

/** Follows a command on a whole site. */
export interface Observer {
  /** called with a phrase that describes the current step */
  onProgress: (phrase: string) => void;
  /** called with a description of each problem */
  onProblem: (problem: string) => void;
  /** stops the command at its next step */
  signal?: AbortSignal;
}

export type SiteAccess = ReturnType<typeof accessSite>;

/** What the operator's commands read and write a site with. */
export function accessSite(context: Context) {
  const { db, bucket, clock } = context;
  const transact = createTransact(context);
  // Commands report malformed documents themselves.
  const tools = { ...context, report: () => undefined, transact };
  const { catalogData, jokeData, catalog } = openCatalog(tools);
  return {
    documents: createDocumentData(db),
    files: createImageFileData(bucket),
    jokes: jokeData,
    ratings: createRatingData(tools),
    reports: createReportData(tools),
    changes: createChangeData(tools),
    catalogData,
    catalog,
    transact,
    /** milliseconds since the epoch */
    clock,
  };
}
