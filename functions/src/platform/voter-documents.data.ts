import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { jokeId } from '../contract/index.ts';
import type { Transaction } from './database.ts';
import { deleteFound } from './query-pages.data.ts';
import { openDocuments, type DataSource } from './stored-document.data.ts';

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

export type VoterDocuments<Content> = ReturnType<typeof createVoterDocuments<Content>>;

/** Reads and writes the documents `{joke}_{voter}` of a collection: what each voter did with a joke. */
export function createVoterDocuments<Content>(
  source: DataSource,
  name: string,
  schema: z.ZodMiniType<VoterDocument<Content>>,
) {
  const { db } = source;
  const { collection, parse, create } = openDocuments(source, name, schema);
  const idOf = (jokeIdNumber: number, voter: string) => `${jokeIdNumber}_${voter}`;
  const voterOf = ({ id }: DocumentSnapshot) => id.slice(id.indexOf('_') + 1);

  return {
    /**
     * What these voters did with a joke, by voter; null for a malformed document, which is reported. The
     * others are left out. One billed read per voter.
     */
    async find(
      transaction: Transaction,
      jokeIdNumber: number,
      voters: readonly string[],
    ): Promise<Map<string, VoterDocument<Content> | null>> {
      const references = voters.map((voter) => collection.doc(idOf(jokeIdNumber, voter)));
      const found = (await transaction.getAll(...references)).filter(({ exists }) => exists);
      return new Map(found.map((snapshot) => [voterOf(snapshot), parse(snapshot) ?? null]));
    },
    /** Creates a document; the commit fails if this voter has one for the joke. */
    create(transaction: Transaction, voter: string, created: VoterDocument<Content>): void {
      create(transaction, idOf(created.joke_id, voter), created);
    },
    /**
     * Deletes every document of a deleted joke. Such a joke gets no new ones, so this needs no transaction.
     * @returns how many there were; one billed read and one delete each
     */
    removeAll: async (jokeIdNumber: number): Promise<number> => {
      let removed = 0;
      const query = collection.where('joke_id', '==', jokeIdNumber);
      for await (const count of deleteFound(db, query)) removed += count;
      return removed;
    },
  };
}
