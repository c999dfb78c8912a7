import * as z from 'zod/mini';
import { jokeId } from '../../contract/index.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { openDocuments, type DataSource } from '../../platform/database/stored-document.data.ts';

export const discoverDocument = z.object({
  /** when an instance began to make these lists */
  made_at: z.date(),
  /** those that may turn out to be among the best */
  contenders: z.array(jokeId),
  /** new ones with few votes */
  newcomers: z.array(jokeId),
});
/** Ids of the jokes that Random shows more often, as of the time they were listed. */
export type DiscoverLists = z.infer<typeof discoverDocument>;

export type DiscoverData = ReturnType<typeof createDiscoverData>;

/** Reads and writes of `discover/lists`. A malformed document is reported and counts as missing. */
export function createDiscoverData(source: DataSource) {
  const lists = openDocuments(source, 'discover', discoverDocument);
  return {
    /** One billed read; in the transaction if one is given. */
    read: (transaction?: Transaction) =>
      transaction ? lists.read(transaction, 'lists') : lists.find('lists'),
    write: (transaction: Transaction, made: DiscoverLists) =>
      lists.write(transaction, 'lists', made),
  };
}
