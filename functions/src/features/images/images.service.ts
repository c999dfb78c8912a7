import { ApiError } from '../../contract/index.ts';
import { withReadDeadline } from '../../database/read-deadline.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { imageOfFile, imageUrl } from '../jokes/present-joke.ts';
import { describeError } from '../../logging/describe-error.ts';
import type { Identity } from '../../identity.ts';
import type { ImageFileData } from './image-files.data.ts';
import {
  createImageGeneration,
  type ImageGeneration,
  type ImageGenerationParts,
} from './image-generation.service.ts';

/** Whether a joke has a picture, and where. */
export interface ImageStatus {
  has_image: boolean;
  image_url: string | null;
}

export interface ImageService extends ImageGeneration {
  /** @throws ApiError not_found when there is no such joke, or a visitor may not see it */
  status(identity: Identity, jokeId: number): Promise<ImageStatus>;
  /** In the order of `jokeIds`, each once; a joke that the caller may not see has no picture. */
  statuses(
    identity: Identity,
    jokeIds: readonly number[],
  ): Promise<(ImageStatus & { joke_id: number })[]>;
  /**
   * An image file as WebP.
   * @param signed whether the address carries this site's signature
   * @throws ApiError not_found when there is none, or when it is not signed and no approved joke uses it
   */
  readFile(name: string, signed: boolean): Promise<Uint8Array>;
  /** Deletes the files of a picture whose joke is gone; those that stay are left to the sweep. */
  discard(picture: string): Promise<void>;
}

function statusOf(file: string | undefined): ImageStatus {
  return file === undefined
    ? { has_image: false, image_url: null }
    : { has_image: true, image_url: imageUrl(file) };
}

/** Pictures of jokes: making them, telling of them, delivering them. */
export function createImageService(
  parts: ImageGenerationParts & { find: JokeService['find']; files: ImageFileData },
): ImageService {
  const { find, files, log } = parts;
  return {
    ...createImageGeneration(parts),

    async status(identity, jokeId) {
      const [joke] = await find(identity, [jokeId]);
      if (!joke) throw new ApiError('not_found', 'There is no such joke.');
      return statusOf(joke.image?.file);
    },

    async statuses(identity, jokeIds) {
      const distinct = [...new Set(jokeIds)];
      const found = await find(identity, distinct);
      const pictures = new Map(found.map((joke) => [joke.joke_id, joke.image?.file]));
      return distinct.map((jokeId) => ({ joke_id: jokeId, ...statusOf(pictures.get(jokeId)) }));
    },

    async readFile(name, signed) {
      const allowed =
        signed || (await withReadDeadline(parts.jokes.isImagePublic(imageOfFile(name))));
      const content = allowed ? await files.read(name) : undefined;
      if (!content) throw new ApiError('not_found', 'There is no such image.');
      return content;
    },

    async discard(picture) {
      await files.removeAll(picture).catch((error: unknown) => {
        log({
          severity: 'WARNING',
          message: 'Deleting the picture of a deleted joke failed',
          stack_trace: describeError(error),
        });
      });
    },
  };
}
