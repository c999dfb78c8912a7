import type { CatalogRoot } from '../catalog/catalog.data.ts';
import type { CatalogTools } from '../catalog/follower.ts';
import type { Transaction } from '../platform/tools.ts';
import type { RatingData } from '../votes/ratings.service.ts';
import {
  imagesOf,
  withoutFields,
  type Change,
  type ChangeData,
  type StoredItem,
} from './changes.data.ts';
import { presentOf, type Plan } from './patch.ts';
import type { ReportData } from './reports.service.ts';

export interface ErasureDependencies extends CatalogTools {
  changeData: ChangeData;
  ratingData: RatingData;
  reportData: ReportData;
  /** Deletes the files of an image. @param file its content hash */
  discardImage: (file: string) => Promise<unknown>;
}

/** What is stored of jokes besides their own documents. */
interface Traces {
  jokeIds: readonly number[];
  changes: readonly Change[];
  root: CatalogRoot | undefined;
  /** the images that the jokes have now */
  shown: readonly string[];
}

/** Removes what is stored of erased jokes besides their own documents. */
export function createErasure(dependencies: ErasureDependencies) {
  const { snapshots, catalogData, changeData, ratingData, reportData, discardImage } = dependencies;
  return {
    /** What is stored of those jokes that will be erased. */
    async read(transaction: Transaction, plans: readonly Plan[]): Promise<Traces> {
      const erased = plans.filter(({ becomes }) => becomes);
      const jokeIds = erased.map(({ joke_id }) => joke_id);
      return {
        jokeIds,
        changes: await changeData.ofJokes(transaction, jokeIds),
        root: await catalogData.readRoot(transaction),
        shown: erased.flatMap(({ found }) => presentOf(found)?.image?.file ?? []),
      };
    },

    /**
     * Removes jokes from earlier changes, removes the snapshot and revokes the lease of its next writer.
     * @returns the images that the jokes and the changes named
     */
    write(transaction: Transaction, { jokeIds, changes, root, shown }: Traces): string[] {
      const isErased = ({ joke_id }: StoredItem) => jokeIds.includes(joke_id);
      if (root) catalogData.writeRoot(transaction, { snapshot: null, writer: null });
      for (const { id, items } of changes) {
        const stripped = items.map((item) => (isErased(item) ? withoutFields(item.joke_id) : item));
        changeData.strip(transaction, id, stripped);
      }
      const named = imagesOf(changes.flatMap(({ items }) => items.filter(isErased)));
      return [...new Set([...named, ...shown])];
    },

    /** After the transaction: a new snapshot, and no images, votes and reports. The sweep completes it if that fails. */
    async complete(jokeIds: readonly number[], images: readonly string[]): Promise<void> {
      await snapshots.renewSnapshot();
      await Promise.all(images.map(discardImage));
      for (const jokeId of jokeIds) {
        await ratingData.removeAll(jokeId);
        await reportData.removeAll(jokeId);
      }
    },
  };
}
