import { LRUCache } from 'lru-cache';
import { createQueue } from '../platform/queue.ts';
import { ApiError } from '../contract/index.ts';
import { visitor, type Identity } from '../platform/identity.ts';
import { attempt, type Log } from '../platform/log.ts';
import type { ImageFileData } from './image-files.data.ts';
import type { CatalogJoke } from '../catalog/joke-document.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { DrawCard } from './draw-card.ts';

/** At most 200 KB each. */
const MAXIMUM_CACHED = 50;
/** Wide enough for a card. */
const IMAGE_WIDTH = 640;
/** A card takes about 0.1 s; a request that waits longer for its turn gets 503. */
const LONGEST_WAIT_MS = 8_000;

/** What a card shows of a joke. */
type ShownJoke = Pick<CatalogJoke, 'joke_id' | 'joke_text' | 'image'>;

interface Dependencies {
  /** Finds those of these jokes that the caller may see. */
  find: (identity: Identity, jokeIds: readonly number[]) => Promise<ShownJoke[]>;
  images: Pick<ImageFileData, 'read'>;
  /** the site's, such as `facts.example` */
  host: string;
  /** by default with a library that is loaded with the first card */
  drawCard?: DrawCard;
  /** milliseconds since the epoch */
  clock: () => number;
  log: Log;
}

const drawWithLibrary: DrawCard = async (content) =>
  (await import('./draw-card.ts')).drawCard(content);

/** Draws the cards of approved jokes, one at a time. */
export function createCardService(dependencies: Dependencies) {
  const { find, images, host, drawCard = drawWithLibrary, clock, log } = dependencies;
  const cards = new LRUCache<string, Promise<Uint8Array>>({ max: MAXIMUM_CACHED });
  const inTurn = createQueue({
    milliseconds: LONGEST_WAIT_MS,
    clock,
    late: () =>
      new ApiError('unavailable', 'Too many cards are being drawn.', {
        retryAfter: 10,
        shed: true,
      }),
  });

  /** A new card, which leaves the cache if it lacks the joke's image or was not drawn. */
  async function draw({ joke_id, joke_text, image }: ShownJoke, key: string): Promise<Uint8Array> {
    let isComplete = false;
    try {
      const file =
        image &&
        (await attempt(log, 'Reading an image', images.read(`${image.file}-${IMAGE_WIDTH}.webp`)));
      const content = { jokeId: joke_id, jokeText: joke_text, host, image: undefined };
      return await inTurn(async () => {
        const drawn =
          file && (await attempt(log, 'Drawing an image', drawCard({ ...content, image: file })));
        const card = drawn ?? (await drawCard(content));
        isComplete = image === null || drawn !== undefined;
        return card;
      });
    } finally {
      if (!isComplete) cards.delete(key);
    }
  }

  return {
    /**
     * The card of a joke as PNG, without the joke's image while Storage fails. The last ones are cached, and
     * identical calls share the work.
     * @throws ApiError not_found when no approved joke has this id, unavailable when too many others wait
     */
    async read(jokeId: number): Promise<Uint8Array> {
      const [joke] = await find(visitor, [jokeId]);
      if (!joke) throw noSuchJoke();
      const key = JSON.stringify([jokeId, joke.joke_text, joke.image?.file]);
      const found = cards.get(key);
      if (found) return found;
      const drawing = draw(joke, key);
      cards.set(key, drawing);
      return drawing;
    },
  };
}
