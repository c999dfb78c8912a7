import { FieldPath, type Firestore, type Query } from 'firebase-admin/firestore';

const DELETES_PER_COMMIT = 400;

/**
 * Reads the documents of a query in pages, ordered by id.
 * @param read reads one page and returns something for each document
 */
export async function* readPages<Item extends { id: string }>(
  query: Query,
  size: number,
  read: (page: Query) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const first = query.orderBy(FieldPath.documentId()).limit(size);
  for (let page = first; ;) {
    const items = await read(page);
    if (items.length > 0) yield items;
    const last = items.at(-1);
    if (!last || items.length < size) return;
    page = first.startAfter(last.id);
  }
}

/** For `readPages`: the documents themselves. */
const readDocuments = async (page: Query) => (await page.get()).docs;

/**
 * Deletes every document that a query finds, one commit per page. Without a transaction, so nothing may
 * create new ones meanwhile. One billed read and one delete each.
 * @returns yields the number of documents in each page
 */
export async function* deleteFound(db: Firestore, query: Query): AsyncGenerator<number> {
  for await (const page of readPages(query.select(), DELETES_PER_COMMIT, readDocuments)) {
    const batch = db.batch();
    for (const document of page) batch.delete(document.ref);
    await batch.commit();
    yield page.length;
  }
}
