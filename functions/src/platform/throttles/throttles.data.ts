import * as z from 'zod/mini';
import { openDocuments, type DataSource } from '../database/stored-document.data.ts';

export const throttleDocument = z.object({
  count: z.int().check(z.minimum(0)),
  /** Firestore's TTL policy removes the document after this. */
  expires_at: z.date(),
});
export type Throttle = z.infer<typeof throttleDocument>;

export type ThrottleData = ReturnType<typeof createThrottleData>;

/** Reads and writes `throttles/{key}`. */
export const createThrottleData = (source: DataSource) =>
  openDocuments(source, 'throttles', throttleDocument);
