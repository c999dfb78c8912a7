import type { CatalogTools } from '../catalog/catalog.service.ts';
import type { Transaction } from '../platform/tools.ts';
import type { RatingData } from '../votes/ratings.service.ts';
import { imagesOf, withoutFields, type ChangeData, type StoredItem } from './changes.data.ts';
import type { ReportData } from './reports.service.ts';

export interface ErasureDependencies extends CatalogTools {
  changeData: ChangeData;
  ratingData: RatingData;
  reportData: ReportData;
  /** Deletes the files of an image. @param file its content hash */
  discardImage: (file: string) => Promise<unknown>;
}

/** Removes what is stored of erased jokes outside their own documents. */
export function createErasure(dependencies: ErasureDependencies) {
  const { catalog, changeData, ratingData, reportData, discardImage } = dependencies;
  return {
    /**
     * Removes jokes from earlier changes, and drops the snapshot. Nothing is read in the transaction after it.
     * @returns the images that the changes named
     */
    async strip(transaction: Transaction, jokeIds: readonly number[]): Promise<string[]> {
      const isErased = ({ joke_id }: StoredItem) => jokeIds.includes(joke_id);
      const changes = await changeData.ofJokes(transaction, jokeIds);
      await catalog.dropSnapshot(transaction);
      for (const { id, items } of changes) {
        const stripped = items.map((item) => (isErased(item) ? withoutFields(item.joke_id) : item));
        changeData.strip(transaction, id, stripped);
      }
      return imagesOf(changes.flatMap(({ items }) => items.filter(isErased)));
    },

    /** After the transaction: a new snapshot, and no images, votes and reports. The sweep completes it if that fails. */
    async complete(jokeIds: readonly number[], images: Iterable<string>): Promise<void> {
      await catalog.renewSnapshot();
      await Promise.all(Array.from(images, discardImage));
      for (const jokeId of jokeIds) {
        await ratingData.removeAll(jokeId);
        await reportData.removeAll(jokeId);
      }
    },
  };
}
