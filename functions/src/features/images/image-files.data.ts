import * as z from 'zod/mini';
import { ApiError, IMAGE_WIDTHS } from '../../contract/index.ts';
import { withDeadline } from '../../concurrency/deadline.ts';
import { imageOfFile } from '../jokes/present-joke.ts';
import type { OpenBucket } from './open-bucket.ts';
import type { PictureFile } from './picture-sizes.ts';

const FOLDER = 'images/';
const CALL_DEADLINE_MS = 10_000;
const FILES_PER_PAGE = 1_000;

const httpError = z.object({ code: z.int() });
const storedFile = z.object({
  timeCreated: z.iso.datetime(),
  metadata: z.object({ joke_id: z.string().check(z.regex(/^\d{1,9}$/)) }),
});
const page = z.nullish(z.object({ pageToken: z.string() }));

/** A stored file as the listing tells of it. */
export interface StoredFile {
  /** `{picture}-{width}.webp` */
  name: string;
  /** the picture that it belongs to */
  picture: string;
  /** the joke that it was made for */
  jokeId: number;
  created: Date;
}

export type ImageFileData = ReturnType<typeof createImageFileData>;

function hasCode(error: unknown, code: number): boolean {
  return httpError.safeParse(error).data?.code === code;
}

/** @throws ApiError unavailable when Storage fails or takes over ten seconds */
async function answered<Result>(call: Promise<Result>): Promise<Result> {
  const failed = (cause?: unknown) =>
    new ApiError('unavailable', 'The pictures can’t be reached.', { retryAfter: 10, cause });
  try {
    return await withDeadline(call, CALL_DEADLINE_MS, failed);
  } catch (error) {
    throw error instanceof ApiError ? error : failed(error);
  }
}

/** `images/{picture}-{width}.webp` in the private bucket. */
export function createImageFileData(openBucket: OpenBucket) {
  const file = async (name: string) => (await openBucket()).file(`${FOLDER}${name}`);

  /** Stores a file; one that is there already is the same, left by an attempt whose answer was lost. */
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
    await answered(file(name).then((stored) => stored.delete({ ignoreNotFound: true })));
  }

  return {
    /**
     * Checks that the bucket can be listed, for a command that would find out late.
     * @throws Error naming the bucket when it does not exist or may not be read
     */
    async assertReadable(): Promise<void> {
      const bucket = await openBucket();
      try {
        await answered(bucket.getFiles({ autoPaginate: false, maxResults: 1 }));
      } catch (error) {
        const refusal: unknown = error instanceof ApiError ? error.cause : error;
        if (![403, 404].some((code) => hasCode(refusal, code))) throw error;
        throw new Error(
          `The bucket ${bucket.name} does not exist, or you may not read it. Name the project’s bucket with --bucket.`,
          { cause: error },
        );
      }
    },

    /** Stores a picture in all its widths. */
    async createAll(picture: string, jokeId: number, files: readonly PictureFile[]): Promise<void> {
      await Promise.all(
        files.map(({ width, content }) =>
          answered(create(`${picture}-${width}.webp`, jokeId, content)),
        ),
      );
    },

    /** Stores one file; one of that name is the same. */
    create: (name: string, jokeId: number, content: Uint8Array): Promise<void> =>
      answered(create(name, jokeId, content)),

    /** A file's content; undefined when there is none. */
    read: (name: string): Promise<Uint8Array | undefined> => answered(read(name)),

    /** Deletes a file; one that is gone is no error. */
    remove,

    /** Deletes a picture in all its widths. */
    async removeAll(picture: string): Promise<void> {
      await Promise.all(IMAGE_WIDTHS.map((width) => remove(`${picture}-${width}.webp`)));
    },

    /** All files, page by page. */
    async *list(): AsyncGenerator<StoredFile[]> {
      const bucket = await openBucket();
      let pageToken: string | undefined;
      do {
        const [files, next] = await answered(
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
            picture: imageOfFile(name),
            jokeId: Number(stored.metadata.joke_id),
            created: new Date(stored.timeCreated),
          };
        });
        pageToken = page.parse(next)?.pageToken;
      } while (pageToken !== undefined);
    },
  };
}
