import * as z from 'zod/mini';
import { reportReason, type ReportReason } from '../contract/index.ts';
import type { DataSource } from '../platform/stored-document.data.ts';
import { createVoterDocuments, voterDocument } from '../platform/voter-documents.data.ts';

/** `reports/{joke}_{voter}`: one browser's report of a joke */
const reportDocument = z.extend(voterDocument, { reason: reportReason });

export type ReportData = ReturnType<typeof createReportData>;

/** Reads and writes `reports/{joke}_{voter}`. */
export function createReportData(source: DataSource) {
  return createVoterDocuments<{ reason: ReportReason }>(source, 'reports', reportDocument);
}
