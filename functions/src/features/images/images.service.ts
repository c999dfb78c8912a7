import { randomBytes } from 'node:crypto';
import { attempt, type Log } from '../../platform/logging/log.ts';
import { ApiError } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { Identity } from '../../identity.ts';
import type { Actor, JokeAudit } from '../../platform/audit/audit.data.ts';
import type { CatalogJoke } from '../../catalog/joke-document.ts';
import type { JokeData } from '../../catalog/jokes.data.ts';
import type { Transact } from '../../platform/database/transact.ts';
import { noSuchJoke, type JokeService } from '../jokes/jokes.service.ts';
import { imageOfFile, imageUrl } from '../jokes/present-joke.ts';
import type { ImageFileData } from './image-files.data.ts';
import type { ImageGenerator } from './image-generator.ts';
import { imageName, type MakeSizes } from './image-sizes.ts';

/** After this time the response has been sent, so an image that comes later is discarded. */
export const GENERATION_MS = limits.imageTimeoutSeconds * 1_000;

type StoredImage = NonNullable<CatalogJoke['image']>;

interface Dependencies {
  catalog: Pick<CatalogService, 'current' | 'fresh'>;
  jokes: JokeData;
  files: ImageFileData;
  audit: JokeAudit;
  generator: ImageGenerator;
  makeSizes: MakeSizes;
  clock: () => number;
  log: Log;
  find: JokeService['find'];
  transact: Transact;
}

/** Whether a joke has an image, and its URL. */
function statusOf(file: string | undefined) {
  return { has_image: file !== undefined, image_url: file === undefined ? null : imageUrl(file) };
}

export type ImageService = ReturnType<typeof createImageService>;

/**
 * Generates, finds and serves images of jokes. A new image's files are stored first, then the joke is
 * pointed to them, then the files of its old image are deleted: a crash at any point leaves files that no
 * joke uses, never a joke without its files.
 */
export function createImageService(dependencies: Dependencies) {
  const { catalog, jokes, files, audit, generator } = dependencies;
  const { makeSizes, clock, log, find, transact } = dependencies;
  const running = new Map<number, Promise<StoredImage>>();

  /**
   * Points the joke to its new image, with an entry in the log.
   * @param before the joke as it was when the generation began
   */
  function replace(actor: Actor, before: CatalogJoke, image: StoredImage, ends: number) {
    const { joke_id } = before;
    return transact(async (transaction): Promise<void> => {
      const joke = await jokes.read(transaction, joke_id);
      if (!joke) throw new ApiError('not_found', 'This fact no longer exists.');
      // A commit whose response was lost is retried, although it succeeded.
      if (joke.image?.file === image.file) return;
      if (joke.image?.file !== before.image?.file) {
        throw new ApiError('conflict', 'Another image of this fact was generated meanwhile.');
      }
      if (clock() >= ends) {
        throw new ApiError('conflict', 'This image took too long.', { retryAfter: 1 });
      }
      jokes.update(transaction, joke, { image });
      const described = { actor, action: 'generate-image', joke_id } as const;
      audit.record(transaction, { ...described, before: { image: joke.image }, after: { image } });
    });
  }

  // If it fails, the sweep deletes files that were left.
  const discard = (image: string) => attempt(log, 'Deleting an old image', files.removeAll(image));

  async function makeImage(actor: Actor, joke: CatalogJoke): Promise<StoredImage> {
    const ends = clock() + GENERATION_MS;
    const previous = joke.image?.file ?? null;
    const { joke_text: jokeText, tags } = joke;
    const source = await generator.generate({ jokeText, tags, previous });
    const sizes = await makeSizes(source);
    const file = imageName(sizes, randomBytes(16).toString('hex'));
    const side = Math.max(...sizes.map(({ width }) => width));
    await files.createAll(file, joke.joke_id, sizes);
    const image = { file, width: side, height: side, generated_at: new Date(clock()) };
    await replace(actor, joke, image, ends);
    if (previous !== null) await discard(previous);
    return image;
  }

  return {
    /** Deletes the files of an image that no joke uses; if that fails, the sweep deletes them later. */
    discard,

    /**
     * The image of a joke; a new one if it has none or `force` is set. Calls during a generation share it.
     * @throws ApiError not_found if there is no such joke, conflict if its image was replaced during the
     *   generation, and the errors of the generator
     */
    async generate(actor: Actor, jokeId: number, force: boolean): Promise<StoredImage> {
      const joke = (await catalog.fresh()).find(jokeId);
      if (!joke) throw noSuchJoke();
      if (joke.image && !force) return joke.image;
      const shared = running.get(jokeId);
      if (shared) return shared;
      const started = makeImage(actor, joke).finally(() => running.delete(jokeId));
      running.set(jokeId, started);
      return started;
    },

    /**
     * Whether a joke has an image, and its URL.
     * @throws ApiError not_found if there is no such joke, or the caller may not see it
     */
    async status(identity: Identity, jokeId: number) {
      const [joke] = await find(identity, [jokeId]);
      if (!joke) throw noSuchJoke();
      return statusOf(joke.image?.file);
    },

    /** In the order of `jokeIds`, without duplicates; a joke that the caller may not see has no image. */
    async statuses(identity: Identity, jokeIds: readonly number[]) {
      const distinct = [...new Set(jokeIds)];
      const found = await find(identity, distinct);
      const images = new Map(found.map((joke) => [joke.joke_id, joke.image?.file]));
      return distinct.map((jokeId) => ({ joke_id: jokeId, ...statusOf(images.get(jokeId)) }));
    },

    /**
     * An image file as WebP.
     * @param signed whether the URL has a valid signature
     * @throws ApiError not_found if there is no such file, or it is not signed and no approved joke uses it
     */
    async readFile(name: string, signed: boolean): Promise<Uint8Array> {
      const allowed = signed || (await catalog.current()).isImagePublic(imageOfFile(name));
      const content = allowed ? await files.read(name) : undefined;
      if (!content) throw new ApiError('not_found', 'There is no such image.');
      return content;
    },
  };
}
