import { randomBytes } from 'node:crypto';
import { attempt, type Log } from '../../platform/logging/log.ts';
import { ApiError } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import type { CatalogDraft, CatalogService } from '../../catalog/catalog.service.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { Identity } from '../../identity.ts';
import type { Actor, JokeAudit } from '../../platform/audit/audit.data.ts';
import { proposedImage, type JokeChanges, type JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { noSuchJoke, type JokeService } from '../jokes/jokes.service.ts';
import { imageOfFile, imageUrl } from '../jokes/present-joke.ts';
import type { ImageFileData } from './image-files.data.ts';
import type { ImageGenerator } from './image-generator.ts';
import type { ImageLeaseData } from './image-leases.data.ts';
import { imageName, type MakeSizes } from './image-sizes.ts';

/** After this time the response has been sent, so an image that comes later is discarded. */
export const LEASE_MS = limits.imageTimeoutSeconds * 1_000;

type StoredImage = NonNullable<JokeDocument['image']>;

/** What a caller wants, see the endpoint. */
interface Wanted {
  force: boolean;
  preview: boolean;
}

interface MadeImage {
  image: StoredImage;
  /** whether the joke keeps the one that it had */
  proposed?: true;
}

interface Dependencies {
  catalog: Pick<CatalogService, 'change'>;
  jokes: JokeData;
  leases: ImageLeaseData;
  files: ImageFileData;
  audit: JokeAudit;
  generator: ImageGenerator;
  makeSizes: MakeSizes;
  transact: Transact;
  clock: () => number;
  log: Log;
  find: JokeService['find'];
  withReadDeadline: ReadDeadline;
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
  const { catalog, jokes, leases, files, audit, generator } = dependencies;
  const { makeSizes, transact, clock, log, find, withReadDeadline } = dependencies;
  const running = new Map<string, Promise<MadeImage>>();

  /** The joke; takes a lease if its image has to be generated. */
  function takeLease(jokeId: number, force: boolean, holder: string): Promise<JokeDocument> {
    return transact(async (transaction) => {
      const joke = await jokes.read(transaction, jokeId);
      if (!joke) throw noSuchJoke();
      if (joke.image && !force) return joke;
      const lease = await leases.read(transaction, jokeId);
      const left = (lease?.expires_at.getTime() ?? 0) - clock();
      if (lease && lease.holder !== holder && left > 0) {
        throw new ApiError('conflict', 'An image of this fact is already being generated.', {
          retryAfter: Math.ceil(left / 1_000),
        });
      }
      leases.write(transaction, jokeId, { holder, expires_at: new Date(clock() + LEASE_MS) });
      return joke;
    });
  }

  /** Points a joke to another image, with an entry in the log. */
  function replace(
    transaction: Transaction,
    draft: CatalogDraft,
    actor: Actor,
    joke: JokeDocument,
    image: StoredImage,
    changes: JokeChanges = {},
  ): void {
    const { joke_id } = joke;
    jokes.update(transaction, joke_id, { ...changes, image });
    draft.touch(joke_id);
    const described = { actor, action: 'generate-image', joke_id } as const;
    audit.record(transaction, { ...described, before: { image: joke.image }, after: { image } });
  }

  /** Points the joke to its new image, or proposes it; resolves with the one that is no longer needed. */
  function commit(
    actor: Actor,
    jokeId: number,
    image: StoredImage,
    holder: string,
    preview: boolean,
  ) {
    return catalog.change(async (transaction, draft): Promise<StoredImage | null> => {
      const joke = await jokes.read(transaction, jokeId);
      const lease = await leases.read(transaction, jokeId);
      if (!joke) throw new ApiError('not_found', 'This fact no longer exists.');
      // A commit whose response was lost is retried, although it succeeded.
      const same = [joke.image, joke.proposed_image].some((each) => each?.file === image.file);
      if (same) return null;
      if (lease?.holder !== holder || lease.expires_at.getTime() <= clock()) {
        throw new ApiError('conflict', 'This image took too long.', { retryAfter: 1 });
      }
      leases.remove(transaction, jokeId);
      if (!preview || !joke.image) {
        replace(transaction, draft, actor, joke, image);
        return joke.image;
      }
      jokes.update(transaction, jokeId, { proposed_image: image });
      return joke.proposed_image;
    });
  }

  /** Removes the lease, so that the next attempt can start immediately. */
  function release(jokeId: number, holder: string): Promise<void> {
    return transact(async (transaction) => {
      const lease = await leases.read(transaction, jokeId);
      if (lease?.holder === holder) leases.remove(transaction, jokeId);
    });
  }

  // If a cleanup fails, the lease expires, and the sweep deletes files that were left.
  const discard = (image: string) => attempt(log, 'Deleting an old image', files.removeAll(image));

  async function makeImage(actor: Actor, joke: JokeDocument, holder: string, preview: boolean) {
    const previous = joke.image?.file ?? null;
    const source = await generator.generate({ jokeText: joke.joke_text, previous });
    const sizes = await makeSizes(source);
    const file = imageName(sizes, holder);
    const side = Math.max(...sizes.map(({ width }) => width));
    await files.createAll(file, joke.joke_id, sizes);
    const image = { file, width: side, height: side, generated_at: new Date(clock()) };
    const old = await commit(actor, joke.joke_id, image, holder, preview);
    if (old) await discard(old.file);
    return { image, ...(preview && joke.image && { proposed: true as const }) };
  }

  async function run(actor: Actor, jokeId: number, { force, preview }: Wanted): Promise<MadeImage> {
    const holder = randomBytes(16).toString('hex');
    const joke = await takeLease(jokeId, force, holder);
    if (joke.image && !force) return { image: joke.image };
    try {
      return await makeImage(actor, joke, holder, preview);
    } catch (error) {
      await attempt(log, 'Releasing a lease', release(jokeId, holder));
      throw error;
    }
  }

  return {
    /** Deletes the files of an image that no joke uses; if that fails, the sweep deletes them later. */
    discard,

    /**
     * The image of a joke; a new one if it has none or `force` is set, which only is proposed if `preview`
     * is set and it has one. Identical calls share the work.
     * @throws ApiError not_found if there is no such joke, conflict while another instance generates its
     *   image, and the errors of the generator
     */
    generate(actor: Actor, jokeId: number, wanted: Wanted): Promise<MadeImage> {
      const key = `${jokeId} ${wanted.force} ${wanted.preview}`;
      const shared = running.get(key);
      if (shared) return shared;
      const started = run(actor, jokeId, wanted).finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },

    /**
     * Replaces the image of a joke by the one that is proposed for it, or deletes that one.
     * @param file the content hash of the proposed image
     * @returns the status afterwards
     * @throws ApiError not_found if there is no such joke, conflict if this image is not proposed for it
     */
    async choose(actor: Actor, jokeId: number, file: string, use: boolean) {
      const chosen = await catalog.change(async (transaction, draft) => {
        const joke = await jokes.read(transaction, jokeId);
        if (!joke) throw noSuchJoke();
        const { image } = joke;
        const proposed = proposedImage(joke, clock());
        // A commit whose response was lost is retried, although it succeeded.
        const isDone = use ? image?.file === file : proposed === null;
        if (isDone) return { image, old: null };
        if (proposed?.file !== file) {
          throw new ApiError('conflict', 'This image is no longer offered. Generate a new one.');
        }
        if (!use) {
          jokes.update(transaction, jokeId, { proposed_image: null });
          return { image, old: proposed };
        }
        replace(transaction, draft, actor, joke, proposed, { proposed_image: null });
        return { image: proposed, old: image };
      });
      if (chosen.old) await discard(chosen.old.file);
      return statusOf(chosen.image?.file);
    },

    /**
     * Whether a joke has an image, its URL, and the file of one that is proposed.
     * @throws ApiError not_found if there is no such joke, or the caller may not see it
     */
    async status(identity: Identity, jokeId: number) {
      const [joke] = await find(identity, [jokeId]);
      if (!joke) throw noSuchJoke();
      const proposed = proposedImage(joke, clock())?.file ?? null;
      return { ...statusOf(joke.image?.file), proposed };
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
      const allowed = signed || (await withReadDeadline(jokes.isImagePublic(imageOfFile(name))));
      const content = allowed ? await files.read(name) : undefined;
      if (!content) throw new ApiError('not_found', 'There is no such image.');
      return content;
    },
  };
}
