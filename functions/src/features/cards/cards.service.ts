import { createHash } from 'node:crypto';
import { createQueue } from '../../platform/concurrency/queue.ts';
import { ApiError } from '../../contract/index.ts';
import { visitor, type Identity } from '../../identity.ts';
import { attempt, type Log } from '../../platform/logging/log.ts';
import type { ImageFileData } from '../images/image-files.data.ts';
import type { CatalogJoke } from '../../catalog/joke-document.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { CardFileData } from './card-files.data.ts';
import type { DrawCard } from './draw-card.ts';

/** To be raised when cards look different, so that stored ones are drawn again. */
const DESIGN = 3;
/** Wide enough for a card. */
const IMAGE_WIDTH = 640;
/** A card takes about 0.2 s; a request that waits longer for its turn gets 503. */
const LONGEST_WAIT_MS = 8_000;

/** What a card shows of a joke. */
type ShownJoke = Pick<CatalogJoke, 'joke_id' | 'joke_text' | 'image'>;

interface Dependencies {
  /** Finds those of these jokes that the caller may see. */
  find: (identity: Identity, jokeIds: readonly number[]) => Promise<ShownJoke[]>;
  cards: Pick<CardFileData, 'read' | 'create' | 'removeAll'>;
  images: Pick<ImageFileData, 'read'>;
  /** the site's, such as `facts.example` */
  host: string;
  /** by default with libraries that are loaded with the first card */
  drawCard?: DrawCard;
  /** milliseconds since the epoch */
  clock: () => number;
  log: Log;
}

const drawWithLibraries: DrawCard = async (content) =>
  (await import('./draw-card.ts')).drawCard(content);

/** Draws the cards of approved jokes, one at a time, and stores them. */
export function createCardService(dependencies: Dependencies) {
  const { find, cards, images, host, drawCard = drawWithLibraries, clock, log } = dependencies;
  const running = new Map<string, Promise<Uint8Array>>();
  const inTurn = createQueue({
    milliseconds: LONGEST_WAIT_MS,
    clock,
    late: () =>
      new ApiError('unavailable', 'Too many cards are being drawn.', {
        retryAfter: 10,
        shed: true,
      }),
  });

  /** The name of a joke's stored card: a hash of what it shows. */
  function cardName({ joke_id, joke_text, image }: ShownJoke): string {
    const shown = JSON.stringify([DESIGN, host, joke_id, joke_text, image?.file ?? null]);
    return createHash('sha256').update(shown).digest('hex').slice(0, 32);
  }

  /** A new card, and whether it shows the joke's image, if there is one. */
  async function draw({ joke_id, joke_text, image }: ShownJoke, withImage: boolean) {
    const file =
      withImage && image
        ? await attempt(log, 'Reading an image', images.read(`${image.file}-${IMAGE_WIDTH}.webp`))
        : undefined;
    const content = { jokeId: joke_id, jokeText: joke_text, host, image: undefined };
    return inTurn(async () => {
      const drawn =
        file && (await attempt(log, 'Drawing an image', drawCard({ ...content, image: file })));
      const complete = image === null || drawn !== undefined;
      return { card: drawn ?? (await drawCard(content)), complete };
    });
  }

  async function load(joke: ShownJoke, name: string): Promise<Uint8Array> {
    const { joke_id: jokeId } = joke;
    const read = async () => ({ found: await cards.read(jokeId, name) });
    const stored = await attempt(log, 'Reading a card', read());
    if (stored?.found) return stored.found;
    const { card, complete } = await draw(joke, stored !== undefined);
    if (stored && complete) {
      const store = async () => {
        await cards.create(jokeId, name, card);
        await cards.removeAll(jokeId, name);
      };
      await attempt(log, 'Storing a card', store());
    }
    return card;
  }

  return {
    /**
     * The card of a joke as PNG; identical calls share the work. While Storage fails, it is drawn without
     * the joke's image and not stored.
     * @throws ApiError not_found when no approved joke has this id, unavailable when too many others wait
     */
    async read(jokeId: number): Promise<Uint8Array> {
      const [joke] = await find(visitor, [jokeId]);
      if (!joke) throw noSuchJoke();
      const name = cardName(joke);
      const key = `${jokeId}/${name}`;
      const shared = running.get(key);
      if (shared) return shared;
      const loading = load(joke, name).finally(() => running.delete(key));
      running.set(key, loading);
      return loading;
    },

    /** Deletes the stored cards of a joke that was deleted; if that fails, the sweep deletes them later. */
    discard: (jokeId: number) => attempt(log, 'Deleting cards', cards.removeAll(jokeId)),
  };
}
