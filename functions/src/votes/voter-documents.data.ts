import type { DocumentSnapshot } from 'firebase-admin/firestore';
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
export type VoterDocument<Content> = z.output<typeof voterDocument> & Content;

const DELETES_PER_COMMIT = 400;

export type VoterDocuments<Content extends Record<string, unknown>> = ReturnType<
  typeof createVoterDocuments<Content>
>;

/** The documents `{joke}_{voter}` of a collection: what each voter did with a joke. */
export function createVoterDocuments<Content extends Record<string, unknown>>(
  source: DataSource,
  name: string,
  content: z.core.$ZodType<Content>,
) {
  const schema = z.intersection(voterDocument, content);
  const { collection, parse, create } = openDocuments(source, name, schema);
  const idOf = (joke: number, voter: string) => `${joke}_${voter}`;
  return {
    reference: (joke: number, voter: string) => collection.doc(idOf(joke, voter)),
    /** What a voter did: undefined if nothing, null for a malformed document, which is reported. */
    parse: (found: DocumentSnapshot) => (found.exists ? (parse(found) ?? null) : undefined),
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
