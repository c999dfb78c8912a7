import type { JokeData } from '../../features/jokes/jokes.data.ts';
import { LEASE_MS } from '../../features/images/image-generation.service.ts';
import type { ImageFileData } from '../../features/images/image-files.data.ts';

/**
 * Deletes the picture files that no joke points to. A generation stores its files before its joke
 * points to them, so young ones are left alone. So are those of a malformed joke, which may need them.
 * @param olderThanMs how old a file must be, at least as long as a generation may take
 * @returns how many files were deleted; it costs one billed read per joke with old files
 */
export type ImageSweep = (olderThanMs: number) => Promise<number>;

export function createImageSweep(
  files: ImageFileData,
  jokes: JokeData,
  clock: () => number,
): ImageSweep {
  return async (olderThanMs) => {
    if (olderThanMs < LEASE_MS)
      throw new RangeError(`Files younger than ${LEASE_MS} ms may be used`);
    const latest = clock() - olderThanMs;
    let deleted = 0;
    for await (const page of files.list()) {
      const old = page.filter((file) => file.created.getTime() < latest);
      const found = await jokes.find([...new Set(old.map((file) => file.jokeId))]);
      const used = new Set(found.jokes.flatMap((joke) => joke.image?.file ?? []));
      const malformed = new Set(found.malformed.map(({ id }) => Number(id)));
      const unused = old.filter(
        ({ picture, jokeId }) => !used.has(picture) && !malformed.has(jokeId),
      );
      for (const file of unused) {
        await files.remove(file.name);
        deleted += 1;
      }
    }
    return deleted;
  };
}
