import type { CollectionReference, DocumentData, Query } from 'firebase-admin/firestore';

/** Writes documents by id in one batch; the order of the entries does not matter. */
export async function fill(
  collection: CollectionReference,
  documents: Readonly<Record<string, DocumentData>>,
): Promise<void> {
  const batch = collection.firestore.batch();
  for (const [id, data] of Object.entries(documents)) batch.set(collection.doc(id), data);
  await batch.commit();
}

/** The ids of the documents that a query returns, in its order. */
export async function ids(query: Query): Promise<string[]> {
  return (await query.get()).docs.map((document) => document.id);
}

/** The paths of the documents that a query returns, in its order. */
export async function paths(query: Query): Promise<string[]> {
  return (await query.get()).docs.map((document) => document.ref.path);
}
