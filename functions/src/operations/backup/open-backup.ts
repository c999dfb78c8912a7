import type { Context } from '../../context.ts';
import { createImageFileData } from '../../features/images/image-files.data.ts';
import { createDocumentData } from './documents.data.ts';
import { createSiteExport, type ExportSite } from './export.service.ts';
import { createRestoreMarkData } from '../../database/restore-mark.data.ts';
import { createSiteRestore, type RestoreSite } from './restore.service.ts';

/** Export and restore of a site, for the operator's commands. */
export function openBackup({ db, bucket, config, clock }: Context): {
  exportSite: ExportSite;
  restoreSite: RestoreSite;
} {
  const documents = createDocumentData(db);
  const files = createImageFileData(bucket);
  const mark = createRestoreMarkData(db);
  return {
    exportSite: createSiteExport({ documents, files, project: config.projectId }),
    restoreSite: createSiteRestore({ documents, files, mark, clock }),
  };
}
