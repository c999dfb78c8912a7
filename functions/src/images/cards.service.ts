import { LRUCache } from 'lru-cache';
import type { CatalogJoke } from '../catalog/joke-document.ts';
import { ApiError } from '../contract/index.ts';
import { noSuchJoke, type JokeService } from '../jokes/jokes.service.ts';
import { visitor } from '../platform/identity.ts';
import { attempt } from '../platform/log.ts';
import { createQueue } from '../platform/queue.ts';
import type { Tools } from '../platform/tools.ts';
import type { ImageFileData } from './image-files.data.ts';

/** At most 200 KB each. */
const MAXIMUM_CACHED = 50;
/** Wide enough for a card. */
const IMAGE_WIDTH = 640;
/** A card takes about 0.1 s; a request that waits longer for its turn gets 503. */
const LONGEST_WAIT_MS = 8_000;

interface Dependencies extends Tools {
  jokes: JokeService;
  imageFiles: ImageFileData;
}

function tooMany(): ApiError {
  const options = { retryAfter: 10, shed: true };
  return new ApiError('unavailable', 'Too many cards are being drawn.', options);
}

/** Draws the cards of approved jokes, one at a time. */
export function createCardService({ jokes, imageFiles, config, clock, log }: Dependencies) {
  const cards = new LRUCache<string, Promise<Uint8Array>>({ max: MAXIMUM_CACHED });
  const inTurn = createQueue({ milliseconds: LONGEST_WAIT_MS, clock, late: tooMany });
  const { host } = new URL(config.siteOrigin);

  /** @param forget called if the card is not to be cached, because it lacks the joke's image */
  async function draw({ joke_id, joke_text, image }: CatalogJoke, forget: () => void) {
    const { drawCard } = await import('./draw-card.ts');
    const content = { jokeId: joke_id, jokeText: joke_text, host, image: undefined };
    const reading = image && imageFiles.read(`${image.file}-${IMAGE_WIDTH}.webp`);
    const file = reading && (await attempt(log, 'Reading an image', reading));
    return inTurn(async () => {
      const drawing = file && drawCard({ ...content, image: file });
      const card = drawing && (await attempt(log, 'Drawing an image', drawing));
      if (image && !card) forget();
      return card ?? drawCard(content);
    });
  }

  return {
    /**
     * The card of a joke as PNG, without the joke's image while Storage fails. The last ones are cached, and
     * identical calls share the work.
     * @throws ApiError not_found when no approved joke has this id, unavailable when too many others wait
     */
    async read(jokeId: number): Promise<Uint8Array> {
      const [joke] = await jokes.find(visitor, [jokeId]);
      if (!joke) throw noSuchJoke();
      const key = JSON.stringify([jokeId, joke.joke_text, joke.image?.file]);
      const found = cards.get(key);
      if (found) return found;
      const forget = () => void cards.delete(key);
      const drawing = draw(joke, forget);
      cards.set(key, drawing);
      drawing.catch(forget);
      return drawing;
    },
  };
}
