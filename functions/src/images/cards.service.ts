import { ApiError, imageFile, noSuchJoke } from '../contract/index.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { visitor } from '../platform/identity.ts';
import { createQueue } from '../platform/queue.ts';
import type { Tools } from '../platform/tools.ts';
import type { CardShape } from './draw-card.ts';
import type { ImageFileData } from './image-files.data.ts';

/** A card takes 0.1 to 0.4 s. */
const WAITING = { places: 80, full: 'Too many cards are being drawn.' };

function notDrawn(cause: unknown): ApiError {
  return new ApiError('unavailable', 'The card can’t be drawn.', { retryAfter: 10, cause });
}

interface Dependencies extends Pick<Tools, 'config'> {
  jokes: JokeService;
  imageFiles: ImageFileData;
}

export type CardService = ReturnType<typeof createCardService>;

/** Draws the cards of approved jokes, one at a time. */
export function createCardService({ jokes, imageFiles, config }: Dependencies) {
  const inTurn = createQueue(WAITING);
  const { host } = new URL(config.siteOrigin);

  return {
    /**
     * The card of a joke as PNG, unless the signal is aborted before it is drawn.
     * @throws ApiError not_found when no approved joke has this id, unavailable when its image can't be read or drawn
     *   or too many others wait
     */
    async read(jokeId: number, shape: CardShape, signal: AbortSignal): Promise<Uint8Array> {
      const [joke] = await jokes.find(visitor, [jokeId]);
      if (!joke) throw noSuchJoke();
      const { joke_text: jokeText, image: named } = joke;
      const { drawCard } = await import('./draw-card.ts');
      const image = named ? await imageFiles.read(imageFile(named.file)) : undefined;
      if (named && !image) throw notDrawn(new Error('The joke’s image is missing'));
      const content = { shape, jokeId, jokeText, host, image };
      return inTurn(
        () => drawCard(content).catch((cause: unknown) => Promise.reject(notDrawn(cause))),
        { signal },
      );
    },
  };
}
