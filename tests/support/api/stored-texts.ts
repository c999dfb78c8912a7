import { decodeSnapshot } from '../../../functions/src/catalog/root.data.ts';
import type { Context } from '../../../functions/src/site.ts';

/** Every document of the database as text, by path; of a snapshot in one part, what is compressed in it. */
export async function storedTexts(db: Context['db']): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const collection of await db.listCollections()) {
    for (const document of (await collection.get()).docs) {
      const { bytes, ...fields } = document.data();
      const jokes = bytes instanceof Uint8Array ? await decodeSnapshot(bytes) : undefined;
      if (bytes && !jokes) throw new Error(`${document.ref.path} is malformed`);
      texts.set(document.ref.path, JSON.stringify(jokes ?? fields));
    }
  }
  return texts;
}
