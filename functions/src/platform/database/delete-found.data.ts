import type { Firestore, Query } from 'firebase-admin/firestore';

const DELETES_PER_COMMIT = 400;

/**
 * Deletes every document that a query finds. Without a transaction, so nothing may create new ones meanwhile.
 * @returns how many there were; one billed read and one delete each
 */
export async function deleteFound(db: Firestore, query: Query): Promise<number> {
  for (let removed = 0; ;) {
    const { docs } = await query.limit(DELETES_PER_COMMIT).get();
    if (docs.length === 0) return removed;
    const batch = db.batch();
    for (const document of docs) batch.delete(document.ref);
    await batch.commit();
    removed += docs.length;
    if (docs.length < DELETES_PER_COMMIT) return removed;
  }
}
