import * as z from 'zod/mini';
import { ApiError, IMAGE_WIDTHS } from '../../contract/index.ts';
import { withDeadline } from '../../concurrency/deadline.ts';
import { imageOfFile } from '../jokes/present-joke.ts';
import type { OpenBucket } from './open-bucket.ts';
import type { ImageFile } from './image-sizes.ts';

const FOLDER = 'images/';
const CALL_DEADLINE_MS = 10_000;
const FILES_PER_PAGE = 1_000;

const httpError = z.object({ code: z.int() });
const storedFile = z.object({
  timeCreated: z.iso.datetime(),
  metadata: z.object({ joke_id: z.string().check(z.regex(/^\d{1,9}$/)) }),
});
const page = z.nullish(z.object({ pageToken: z.string() }));

/** A stored file as it is listed. */
export interface StoredFile {
  /** `{image}-{width}.webp` */
  name: string;
  /** the image that it belongs to */
  image: string;
  /** the joke that it was generated for */
  jokeId: number;
  created: Date;
}

export type ImageFileData = ReturnType<typeof createImageFileData>;

function hasCode(error: unknown, code: number): boolean {
  return httpError.safeParse(error).data?.code === code;
}

/** @throws ApiError unavailable if Storage fails or takes longer than ten seconds */
async function withCallDeadline<Result>(call: Promise<Result>): Promise<Result> {
  const failed = (cause?: unknown) =>
    new ApiError('unavailable', 'The images can’t be reached.', { retryAfter: 10, cause });
  try {
    return await withDeadline(call, CALL_DEADLINE_MS, failed);
  } catch (error) {
    throw error instanceof ApiError ? error : failed(error);
  }
}

/** Reads and writes of `images/{image}-{width}.webp` in the private bucket. */
export function createImageFileData(openBucket: OpenBucket) {
  const file = async (name: string) => (await openBucket()).file(`${FOLDER}${name}`);

  /** Stores a file. If it exists, an attempt whose response was lost has stored the same content. */
  async function create(name: string, jokeId: number, content: Uint8Array): Promise<void> {
    try {
      await (
        await file(name)
      ).save(Buffer.from(content), {
        resumable: false,
        contentType: 'image/webp',
        metadata: { metadata: { joke_id: String(jokeId) } },
        preconditionOpts: { ifGenerationMatch: 0 },
      });
    } catch (error) {
      if (!hasCode(error, 412)) throw error;
    }
  }

  async function read(name: string): Promise<Uint8Array | undefined> {
    try {
      const [content] = await (await file(name)).download();
      return content;
    } catch (error) {
      if (hasCode(error, 404)) return undefined;
      throw error;
    }
  }

  async function remove(name: string): Promise<void> {
    await withCallDeadline(file(name).then((stored) => stored.delete({ ignoreNotFound: true })));
  }

  return {
    /**
     * Checks that the bucket can be listed, so that a long command fails at its start.
     * @throws Error naming the bucket if it does not exist or may not be read
     */
    async assertReadable(): Promise<void> {
      const bucket = await openBucket();
      try {
        await withCallDeadline(bucket.getFiles({ autoPaginate: false, maxResults: 1 }));
      } catch (error) {
        const refusal: unknown = error instanceof ApiError ? error.cause : error;
        if (![403, 404].some((code) => hasCode(refusal, code))) throw error;
        throw new Error(
          `The bucket ${bucket.name} does not exist, or you may not read it. Name the project’s bucket with --bucket.`,
          { cause: error },
        );
      }
    },

    /** Stores an image in all its widths. */
    async createAll(image: string, jokeId: number, files: readonly ImageFile[]): Promise<void> {
      await Promise.all(
        files.map(({ width, content }) =>
          withCallDeadline(create(`${image}-${width}.webp`, jokeId, content)),
        ),
      );
    },

    /** Stores one file; an existing file of this name has the same content. */
    create: (name: string, jokeId: number, content: Uint8Array): Promise<void> =>
      withCallDeadline(create(name, jokeId, content)),

    /** A file's content; undefined if there is no such file. */
    read: (name: string): Promise<Uint8Array | undefined> => withCallDeadline(read(name)),

    /** Deletes a file; not an error if it does not exist. */
    remove,

    /** Deletes an image in all its widths. */
    async removeAll(image: string): Promise<void> {
      await Promise.all(IMAGE_WIDTHS.map((width) => remove(`${image}-${width}.webp`)));
    },

    /** All files, page by page. */
    async *list(): AsyncGenerator<StoredFile[]> {
      const bucket = await openBucket();
      let pageToken: string | undefined;
      do {
        const [files, next] = await withCallDeadline(
          bucket.getFiles({
            prefix: FOLDER,
            autoPaginate: false,
            maxResults: FILES_PER_PAGE,
            ...(pageToken === undefined ? {} : { pageToken }),
          }),
        );
        yield files.map(({ name: path, metadata }) => {
          const name = path.slice(FOLDER.length);
          const stored = storedFile.parse(metadata);
          return {
            name,
            image: imageOfFile(name),
            jokeId: Number(stored.metadata.joke_id),
            created: new Date(stored.timeCreated),
          };
        });
        pageToken = page.parse(next)?.pageToken;
      } while (pageToken !== undefined);
    },
  };
}
