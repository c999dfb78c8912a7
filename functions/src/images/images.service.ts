import { randomBytes } from 'node:crypto';
import { READ, type Follower } from '../catalog/follower.ts';
import type { Joke } from '../catalog/joke.ts';
import { ApiError, imageOfFile, imageUrl, noSuchJoke } from '../contract/index.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { presentModerated } from '../jokes/present-joke.ts';
import { attempt } from '../platform/log.ts';
import type { Actor } from '../moderation/changes.data.ts';
import type { ChangeService } from '../moderation/changes.service.ts';
import type { CallState } from '../platform/deadline.ts';
import { isAdmin, type Identity } from '../platform/identity.ts';
import type { Tools } from '../platform/tools.ts';
import type { ImageFileData } from './image-files.data.ts';
import type { ImageGenerator } from './image-generator.ts';
import { imageName, type MakeSizes } from './image-sizes.ts';

/** A joke's image, and the change that has made it; null if it had one. */
type GeneratedImage = NonNullable<Joke['image']> & { change_id: string | null };

interface Dependencies extends Pick<Tools, 'clock' | 'log'> {
  follower: Follower;
  jokes: JokeService;
  changes: ChangeService;
  imageFiles: ImageFileData;
  imageGenerator: ImageGenerator;
  makeSizes: MakeSizes;
}

interface ImageRequest {
  actor: Actor;
  jokeId: number;
  /** whether an image that it has is replaced */
  force: boolean;
}

/** Whether a joke has an image, and its URL. */
function statusOf(file: string | undefined) {
  return { has_image: file !== undefined, image_url: file === undefined ? null : imageUrl(file) };
}

export type ImageService = ReturnType<typeof createImageService>;

/**
 * Generates, finds and serves images of jokes. A new image's files are stored first, then the joke is
 * pointed to them: a crash at any point leaves files that no joke uses, never a joke without its files. Those of its
 * old image stay, so that undoing the change brings it back.
 */
export function createImageService(dependencies: Dependencies) {
  const { follower, jokes, changes, imageFiles, imageGenerator, makeSizes, clock, log } =
    dependencies;
  const running = new Map<number, Promise<GeneratedImage>>();

  async function makeImage(actor: Actor, joke: Joke, call: CallState): Promise<GeneratedImage> {
    const previous = joke.image?.file ?? null;
    const { joke_id, joke_text: jokeText } = joke;
    const source = await imageGenerator.generate({ jokeText, previous });
    const sizes = await makeSizes(source);
    const file = imageName(sizes, randomBytes(16).toString('hex'));
    await imageFiles.createAll(file, joke_id, sizes);
    const image = { file, generated_at: new Date(clock()) };
    // It was drawn for this text.
    const expected = { image: joke.image, text_hash: presentModerated(joke).text_hash };
    const items = [{ joke_id, expected, patch: { image } }];
    const change = { actor, action: 'generate-image', items } as const;
    const { change_id, results } = await changes.apply(change, call);
    const refusal = results[0]?.error;
    if (refusal) {
      await attempt(log, 'Deleting an image', imageFiles.removeAll(file));
      throw refusal;
    }
    return { ...image, change_id };
  }

  return {
    /**
     * The image of a joke; a new one if it has none or `force` is set. Calls during a generation share it.
     * @throws ApiError not_found if there is no such joke, conflict if its image was replaced during the
     *   generation, and the errors of the generator
     */
    async generate(
      { actor, jokeId, force }: ImageRequest,
      call: CallState,
    ): Promise<GeneratedImage> {
      const joke = (await follower.read(READ.administrator)).find(jokeId);
      if (!joke) throw noSuchJoke();
      if (joke.image && !force) return { ...joke.image, change_id: null };
      const shared = running.get(jokeId);
      if (shared) return shared;
      const started = makeImage(actor, joke, call).finally(() => running.delete(jokeId));
      running.set(jokeId, started);
      return started;
    },

    /**
     * Whether a joke has an image, and its URL.
     * @throws ApiError not_found if there is no such joke, or the caller may not see it
     */
    async status(identity: Identity, jokeId: number) {
      const [joke] = await jokes.find(identity, [jokeId]);
      if (!joke) throw noSuchJoke();
      return statusOf(joke.image?.file);
    },

    /** In the order of `jokeIds`, without duplicates; a joke that the caller may not see has no image. */
    async statuses(identity: Identity, jokeIds: readonly number[]) {
      const distinct = [...new Set(jokeIds)];
      const found = await jokes.find(identity, distinct);
      const images = new Map(found.map((joke) => [joke.joke_id, joke.image?.file]));
      return distinct.map((jokeId) => ({ joke_id: jokeId, ...statusOf(images.get(jokeId)) }));
    },

    /**
     * An image file as WebP.
     * @throws ApiError not_found if there is no such file, or if no approved joke uses it and a visitor asks
     */
    async readFile(identity: Identity, name: string): Promise<Uint8Array> {
      const isPublic = async () =>
        (await follower.read(READ.visitor)).isImagePublic(imageOfFile(name));
      const allowed = isAdmin(identity) || (await isPublic());
      const content = allowed ? await imageFiles.read(name) : undefined;
      if (!content) throw new ApiError('not_found', 'There is no such image.');
      return content;
    },
  };
}
