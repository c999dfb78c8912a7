import type { JokeData } from '../../features/jokes/jokes.data.ts';
import { LEASE_MS } from '../../features/images/image-generation.service.ts';
import type { ImageFileData } from '../../features/images/image-files.data.ts';

/**
 * Deletes the image files that no joke uses. A generation stores its files before its joke points to
 * them, so recent ones are not deleted. Neither are those of a malformed joke, which may need them. Costs one
 * billed read per joke with old files.
 * @param olderThanMs the minimum age of a file, at least as long as a generation may take
 * @returns the number of deleted files
 * @throws RangeError if `olderThanMs` is shorter than that
 */
export type ImageSweep = (olderThanMs: number) => Promise<number>;

export function createImageSweep(
  files: ImageFileData,
  jokes: JokeData,
  clock: () => number,
): ImageSweep {
  return async (olderThanMs) => {
    if (olderThanMs < LEASE_MS)
      throw new RangeError(`Files younger than ${LEASE_MS} ms may be in use`);
    const latest = clock() - olderThanMs;
    let deleted = 0;
    for await (const page of files.list()) {
      const old = page.filter((file) => file.created.getTime() < latest);
      const found = await jokes.find([...new Set(old.map((file) => file.jokeId))]);
      const used = new Set(found.jokes.flatMap((joke) => joke.image?.file ?? []));
      const malformed = new Set(found.malformed.map(({ id }) => Number(id)));
      const unused = old.filter(({ image, jokeId }) => !used.has(image) && !malformed.has(jokeId));
      for (const file of unused) {
        await files.remove(file.name);
        deleted += 1;
      }
    }
    return deleted;
  };
}
