import type { Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import {
  openCollection,
  parseOrReport,
  reportNothing,
  type DataSource,
} from '../../platform/database/stored-document.data.ts';

export const leaseDocument = z.object({
  /** the id of the generation that holds the lease */
  holder: z.string(),
  /** Firestore's TTL policy removes what a crash left behind. */
  expires_at: z.date(),
});
type ImageLease = z.infer<typeof leaseDocument>;

export type ImageLeaseData = ReturnType<typeof createImageLeaseData>;

/**
 * Reads and writes of `image_leases/{joke_id}`: which generation works on a joke's image now. A malformed
 * lease is reported and counts as missing.
 */
export function createImageLeaseData({ db, report = reportNothing }: DataSource) {
  const reference = (jokeId: number) => openCollection(db, 'image_leases').doc(String(jokeId));
  return {
    async read(transaction: Transaction, jokeId: number): Promise<ImageLease | undefined> {
      return parseOrReport(leaseDocument, await transaction.get(reference(jokeId)), report);
    },
    write(transaction: Transaction, jokeId: number, lease: ImageLease): void {
      transaction.set(reference(jokeId), lease);
    },
    remove(transaction: Transaction, jokeId: number): void {
      transaction.delete(reference(jokeId));
    },
  };
}
