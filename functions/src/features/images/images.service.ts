import { ApiError } from '../../contract/index.ts';
import { withReadDeadline } from '../../database/read-deadline.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { imageOfFile, imageUrl } from '../jokes/present-joke.ts';
import type { Identity } from '../../identity.ts';
import {
  createImageGeneration,
  type ImageGeneration,
  type ImageGenerationParts,
} from './image-generation.service.ts';

/** Whether a joke has an image, and its URL. */
export interface ImageStatus {
  has_image: boolean;
  image_url: string | null;
}

export interface ImageService extends ImageGeneration {
  /** @throws ApiError not_found if there is no such joke, or the caller may not see it */
  status(identity: Identity, jokeId: number): Promise<ImageStatus>;
  /** In the order of `jokeIds`, without duplicates; a joke that the caller may not see has no image. */
  statuses(
    identity: Identity,
    jokeIds: readonly number[],
  ): Promise<(ImageStatus & { joke_id: number })[]>;
  /**
   * An image file as WebP.
   * @param signed whether the URL has a valid signature
   * @throws ApiError not_found if there is no such file, or it is not signed and no approved joke uses it
   */
  readFile(name: string, signed: boolean): Promise<Uint8Array>;
}

function statusOf(file: string | undefined): ImageStatus {
  return file === undefined
    ? { has_image: false, image_url: null }
    : { has_image: true, image_url: imageUrl(file) };
}

/** Generates, finds and serves images of jokes. */
export function createImageService(
  parts: ImageGenerationParts & { find: JokeService['find'] },
): ImageService {
  const { find, files, jokes } = parts;
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
      const images = new Map(found.map((joke) => [joke.joke_id, joke.image?.file]));
      return distinct.map((jokeId) => ({ joke_id: jokeId, ...statusOf(images.get(jokeId)) }));
    },

    async readFile(name, signed) {
      const allowed = signed || (await withReadDeadline(jokes.isImagePublic(imageOfFile(name))));
      const content = allowed ? await files.read(name) : undefined;
      if (!content) throw new ApiError('not_found', 'There is no such image.');
      return content;
    },
  };
}
