import type { JokeData } from '../jokes/jokes.data.ts';
import { LEASE_MS } from './image-generation.service.ts';
import type { ImageFileData } from './image-files.data.ts';

/**
 * Deletes the picture files that no joke points to. A generation stores its files before its joke
 * points to them, so young ones are left alone.
 * @param olderThanMs how old a file must be, at least as long as a generation may take
 * @returns how many files were deleted; it costs one billed read per joke with old files
 */
export type SweepOrphans = (olderThanMs: number) => Promise<number>;

export function createOrphanSweep(
  files: ImageFileData,
  jokes: JokeData,
  clock: () => number,
): SweepOrphans {
  return async (olderThanMs) => {
    if (olderThanMs < LEASE_MS)
      throw new RangeError(`Files younger than ${LEASE_MS} ms may be used`);
    const latest = clock() - olderThanMs;
    let deleted = 0;
    for await (const page of files.list()) {
      const old = page.filter((file) => file.created.getTime() < latest);
      const found = await jokes.readMany([...new Set(old.map((file) => file.jokeId))]);
      const used = new Set(found.flatMap((joke) => joke.image?.file ?? []));
      for (const file of old.filter(({ picture }) => !used.has(picture))) {
        await files.remove(file.name);
        deleted += 1;
      }
    }
    return deleted;
  };
}
