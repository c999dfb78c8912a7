import * as z from 'zod/mini';
import { openDocuments, type DataSource } from '../../platform/database/stored-document.data.ts';

export const leaseDocument = z.object({
  /** the id of the generation that holds the lease */
  holder: z.string(),
  /** Firestore's TTL policy removes what a crash left behind. */
  expires_at: z.date(),
});

export type ImageLeaseData = ReturnType<typeof createImageLeaseData>;

/** Reads and writes of `image_leases/{joke_id}`: which generation works on a joke's image now. */
export const createImageLeaseData = (source: DataSource) =>
  openDocuments(source, 'image_leases', leaseDocument);
