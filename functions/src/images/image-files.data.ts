import * as z from 'zod/mini';
import { ApiError, IMAGE_WIDTHS, moment } from '../contract/index.ts';
import { imageOfFile } from '../jokes/present-joke.ts';
import { createBucketFiles, hasCode, type OpenBucket } from '../platform/bucket.data.ts';
import type { ImageFile } from './image-sizes.ts';

const FOLDER = 'images/';

const storedFile = z.object({
  timeCreated: moment,
  metadata: z.object({ joke_id: z.string().check(z.regex(/^\d{1,9}$/)) }),
});

export type ImageFileData = ReturnType<typeof createImageFileData>;

/**
 * Reads and writes of `images/{image}-{width}.webp` in the private bucket. Every function throws ApiError
 * unavailable if Storage fails or takes longer than ten seconds.
 */
export function createImageFileData(openBucket: OpenBucket) {
  const files = createBucketFiles(openBucket, 'The images can’t be reached.');

  /** Stores a file. If it exists, an attempt whose response was lost has stored the same content. */
  function create(name: string, jokeId: number, content: Uint8Array): Promise<void> {
    return files.create(FOLDER + name, content, 'image/webp', { joke_id: String(jokeId) });
  }

  /** Deletes a file; not an error if it does not exist. */
  const remove = (name: string) => files.remove(FOLDER + name);

  return {
    create,
    remove,

    /**
     * Checks that the bucket can be listed, so that a long command fails at its start.
     * @throws Error naming the bucket if it does not exist or may not be read
     */
    async assertReadable(): Promise<void> {
      try {
        await files.call((bucket) => bucket.getFiles({ autoPaginate: false, maxResults: 1 }));
      } catch (error) {
        const refusal: unknown = error instanceof ApiError ? error.cause : error;
        if (!hasCode(refusal, 403) && !hasCode(refusal, 404)) throw error;
        const { name } = await openBucket();
        throw new Error(
          `The bucket ${name} does not exist, or you may not read it. Name the project’s bucket with --bucket.`,
          { cause: error },
        );
      }
    },

    /** Stores an image in all its widths. */
    async createAll(image: string, jokeId: number, sizes: readonly ImageFile[]): Promise<void> {
      await Promise.all(
        sizes.map(({ width, content }) => create(`${image}-${width}.webp`, jokeId, content)),
      );
    },

    /** Deletes an image in all its widths. */
    async removeAll(image: string): Promise<void> {
      await Promise.all(IMAGE_WIDTHS.map((width) => remove(`${image}-${width}.webp`)));
    },

    /** A file's content; undefined if there is no such file. */
    read: (name: string) => files.read(FOLDER + name),

    /**
     * All files, page by page: the `name` (`{image}-{width}.webp`), the `image` that it belongs to, the id of
     * the joke that it was generated for, and when it was `created`.
     */
    async *list() {
      for await (const page of files.list(FOLDER)) {
        yield page.map(({ path, metadata }) => {
          const name = path.slice(FOLDER.length);
          const stored = storedFile.parse(metadata);
          const jokeId = Number(stored.metadata.joke_id);
          return { name, image: imageOfFile(name), jokeId, created: new Date(stored.timeCreated) };
        });
      }
    },
  };
}
