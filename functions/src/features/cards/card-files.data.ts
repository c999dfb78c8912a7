import { createBucketFiles, type OpenBucket } from '../../platform/bucket.data.ts';

const FOLDER = 'cards/';
const JOKE_ID = /^cards\/(\d+)\//;

export type CardFileData = ReturnType<typeof createCardFileData>;

/**
 * Reads and writes of `cards/{joke_id}/{name}.png` in the private bucket. Every function throws ApiError
 * unavailable if Storage fails or takes longer than ten seconds.
 */
export function createCardFileData(openBucket: OpenBucket) {
  const files = createBucketFiles(openBucket, 'The cards can’t be reached.');
  const pathOf = (jokeId: number, name: string) => `${FOLDER}${jokeId}/${name}.png`;

  return {
    /** A stored card; undefined if there is none with this name. */
    read: (jokeId: number, name: string) => files.read(pathOf(jokeId, name)),

    create: (jokeId: number, name: string, content: Uint8Array) =>
      files.create(pathOf(jokeId, name), content, 'image/png'),

    /** Deletes a joke's cards. @param kept the name of the one that stays, if one does */
    async removeAll(jokeId: number, kept?: string): Promise<void> {
      const keptPath = kept === undefined ? undefined : pathOf(jokeId, kept);
      for await (const page of files.list(`${FOLDER}${jokeId}/`)) {
        const others = page.filter(({ path }) => path !== keptPath);
        await Promise.all(others.map(({ path }) => files.remove(path)));
      }
    },

    /** The ids of the jokes that have stored cards, page by page. */
    async *listJokes(): AsyncGenerator<number[]> {
      for await (const page of files.list(FOLDER)) {
        const ids = page.map(({ path }) => Number(JOKE_ID.exec(path)?.[1]));
        yield [...new Set(ids)].filter((id) => id > 0);
      }
    },
  };
}
