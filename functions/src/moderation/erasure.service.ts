import type { Root, RootData } from '../catalog/root.data.ts';
import type { Snapshots } from '../catalog/snapshot-writer.ts';
import type { Tools, Transaction } from '../platform/tools.ts';
import type { RatingData } from '../votes/ratings.service.ts';
import { CHANGES_PER_COMMIT, type ChangeData } from './changes.data.ts';
import type { ReportData } from './reports.service.ts';

interface Dependencies extends Pick<Tools, 'transact' | 'startCall'> {
  snapshots: Snapshots;
  rootData: RootData;
  changeData: ChangeData;
  ratingData: RatingData;
  reportData: ReportData;
  /** Deletes all files that were generated for these jokes. */
  imageFiles: { removeOf: (jokeIds: readonly number[]) => Promise<void> };
}

export type Erasure = ReturnType<typeof createErasure>;

/**
 * Removes what is stored of erased jokes besides their own documents. The commit that erases them puts their numbers into
 * the root. Everything else can be repeated, by any instance, until the last step takes them out.
 */
export function createErasure(dependencies: Dependencies) {
  const { snapshots, rootData, changeData, ratingData, reportData, imageFiles } = dependencies;
  const { transact, startCall } = dependencies;

  /** Removes a joke from all changes, a few in each commit. */
  async function stripChanges(jokeId: number): Promise<void> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after;
      after = await transact(
        {
          read: (transaction) => changeData.ofJoke(transaction, jokeId, from),
          write(transaction, found) {
            for (const change of found) changeData.strip(transaction, change, jokeId);
            return found.length < CHANGES_PER_COMMIT ? undefined : found.at(-1)?.id;
          },
        },
        startCall(),
      );
    }
  }

  return {
    /** In the transaction that erases jokes: no snapshot is left, and its next writer loses the lease. */
    begin(transaction: Transaction, root: Root, jokeIds: readonly number[], at: Date): void {
      const others = root.erasing.filter(({ joke_id }) => !jokeIds.includes(joke_id));
      const erasing = [...others, ...jokeIds.map((joke_id) => ({ joke_id, at }))];
      rootData.writeRoot(transaction, { snapshot: null, writer: null, erasing });
    },

    /** After it: removes everything that is left of jokes. @throws what any step throws; another call goes on */
    async finish(jokeIds: readonly number[]): Promise<void> {
      for (const jokeId of jokeIds) await stripChanges(jokeId);
      await imageFiles.removeOf(jokeIds);
      for (const jokeId of jokeIds) {
        await ratingData.removeAll(jokeId);
        await reportData.removeAll(jokeId);
      }
      await snapshots.renewSnapshot(jokeIds);
    },
  };
}
