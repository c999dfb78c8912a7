import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import {
  openCollection,
  readable,
  type ReportMalformed,
} from '../../database/stored-document.data.ts';

export const leaseDocument = z.object({
  /** the id of the generation that has it */
  holder: z.string(),
  /** Firestore's TTL policy removes what a crash left behind. */
  expires_at: z.date(),
});
export type ImageLease = z.infer<typeof leaseDocument>;

export type ImageLeaseData = ReturnType<typeof createImageLeaseData>;

/**
 * Reads and writes of `image_leases/{joke_id}`: who makes the picture of a joke now. A malformed one
 * counts as missing.
 */
export function createImageLeaseData(db: Firestore, report: ReportMalformed) {
  const reference = (jokeId: number) => openCollection(db, 'image_leases').doc(String(jokeId));
  return {
    async read(transaction: Transaction, jokeId: number): Promise<ImageLease | undefined> {
      return readable(leaseDocument, await transaction.get(reference(jokeId)), report);
    },
    write(transaction: Transaction, jokeId: number, lease: ImageLease): void {
      transaction.set(reference(jokeId), lease);
    },
    remove(transaction: Transaction, jokeId: number): void {
      transaction.delete(reference(jokeId));
    },
  };
}
