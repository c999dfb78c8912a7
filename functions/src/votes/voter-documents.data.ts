import type { DocumentData } from 'firebase-admin/firestore';
import * as z from 'zod';
import { jokeId } from '../contract/index.ts';
import { openDocuments, type DataSource } from '../platform/stored-document.data.ts';
import type { Transaction } from '../platform/tools.ts';

/** What every document `{joke}_{voter}` has besides its content. */
export const voterDocument = z.object({
  joke_id: jokeId,
  created_at: z.date(),
  /**
   * The idempotency key that the browser sent, or a random UUID. It distinguishes what was sent again
   * from a second vote or report.
   */
  attempt: z.string(),
});
type VoterDocument<Content> = z.output<typeof voterDocument> & Content;

const DELETES_PER_COMMIT = 400;

/** Reads and writes the documents `{joke}_{voter}` of a collection: what each voter did with a joke. */
export function createVoterDocuments<Content extends DocumentData>(
  source: DataSource,
  name: string,
  content: z.core.$ZodType<Content>,
) {
  const schema = z.intersection(voterDocument, content);
  const { collection, parse, create } = openDocuments(source, name, schema);
  const idOf = (joke: number, voter: string) => `${joke}_${voter}`;
  return {
    /**
     * What each of these voters did with a joke: undefined if nothing, null for a malformed document, which is reported.
     * One billed read each.
     */
    async find(transaction: Transaction, joke: number, voters: readonly string[]) {
      const references = voters.map((voter) => collection.doc(idOf(joke, voter)));
      const snapshots = await transaction.sdk.getAll(...references);
      return snapshots.map((found) => (found.exists ? (parse(found) ?? null) : undefined));
    },
    /** The commit fails if this voter has a document for the joke. */
    create: (transaction: Transaction, voter: string, created: VoterDocument<Content>) =>
      create(transaction, idOf(created.joke_id, voter), created),
    /**
     * Deletes every document of a deleted joke. Such a joke gets no new ones, so this needs no transaction. One billed
     * read and one delete each.
     */
    async removeAll(joke: number): Promise<void> {
      const some = collection.where('joke_id', '==', joke).select().limit(DELETES_PER_COMMIT);
      for (let left = true; left;) {
        const { docs } = await some.get();
        const batch = source.db.batch();
        for (const document of docs) batch.delete(document.ref);
        await batch.commit();
        left = docs.length === DELETES_PER_COMMIT;
      }
    },
  };
}
