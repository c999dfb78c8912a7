import { randomBytes } from 'node:crypto';
import type { Log } from '../../logging/log.ts';
import { ApiError, limits } from '../../contract/index.ts';
import type { Transact } from '../../database/transact.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { describeError } from '../../logging/describe-error.ts';
import type { Actor, AuditData } from '../audit/audit.data.ts';
import type { ImageFileData } from './image-files.data.ts';
import type { ImageGenerator } from './image-generator.ts';
import type { ImageLeaseData } from './image-leases.data.ts';
import { makeSizes, pictureName } from './picture-sizes.ts';

/** After this the request has been answered: a picture that comes later is not taken. */
export const LEASE_MS = limits.imageTimeoutSeconds * 1_000;

type StoredImage = NonNullable<JokeDocument['image']>;

export interface ImageGenerationParts {
  jokes: JokeData;
  leases: ImageLeaseData;
  files: ImageFileData;
  audit: AuditData;
  generator: ImageGenerator;
  transact: Transact;
  clock: () => number;
  log: Log;
  changed: (jokeId: number) => void;
}

/**
 * Makes the picture of a joke, one at a time for each joke. The files are stored first, then the joke
 * points to them, then the files of its old picture are deleted: a crash anywhere leaves files that no
 * joke points to, never a joke without its files.
 */
export interface ImageGeneration {
  /**
   * The picture of a joke; a new one when it has none or when `force` asks for it.
   * @throws ApiError not_found when there is no such joke, conflict while another instance makes its
   *   picture, and what the generator throws
   */
  generate(actor: Actor, jokeId: number, force: boolean): Promise<StoredImage>;
}

export function createImageGeneration(parts: ImageGenerationParts): ImageGeneration {
  const { jokes, leases, files, audit, generator, transact, clock, log, changed } = parts;
  const running = new Map<string, Promise<StoredImage>>();

  /** The joke, with a lease on its picture if it needs one. */
  function begin(jokeId: number, force: boolean, holder: string): Promise<JokeDocument> {
    return transact(async (transaction) => {
      const joke = await jokes.read(transaction, jokeId);
      if (!joke) throw new ApiError('not_found', 'There is no such joke.');
      if (joke.image && !force) return joke;
      const lease = await leases.read(transaction, jokeId);
      const left = (lease?.expires_at.getTime() ?? 0) - clock();
      if (lease && lease.holder !== holder && left > 0) {
        throw new ApiError('conflict', 'A picture of this fact is being made already.', {
          retryAfter: Math.ceil(left / 1_000),
        });
      }
      leases.write(transaction, jokeId, { holder, expires_at: new Date(clock() + LEASE_MS) });
      return joke;
    });
  }

  /** Points the joke to its new picture; answers the one it had. */
  function commit(actor: Actor, jokeId: number, image: StoredImage, holder: string) {
    return transact(async (transaction): Promise<StoredImage | null> => {
      const joke = await jokes.read(transaction, jokeId);
      const lease = await leases.read(transaction, jokeId);
      if (!joke) throw new ApiError('not_found', 'There is no such joke any more.');
      // A commit whose answer was lost is run again: it has been done.
      if (joke.image?.file === image.file) return null;
      if (lease?.holder !== holder || lease.expires_at.getTime() <= clock()) {
        throw new ApiError('conflict', 'This picture took too long.', { retryAfter: 1 });
      }
      jokes.update(transaction, jokeId, { image, updated_at: image.generated_at });
      leases.remove(transaction, jokeId);
      audit.record(transaction, {
        actor,
        action: 'generate-image',
        joke_id: jokeId,
        before: { image: joke.image },
        after: { image },
      });
      return joke.image;
    });
  }

  /** Lets the next try begin at once. */
  function release(jokeId: number, holder: string): Promise<void> {
    return transact(async (transaction) => {
      const lease = await leases.read(transaction, jokeId);
      if (lease?.holder === holder) leases.remove(transaction, jokeId);
    });
  }

  /** Does what may fail without harm; the lease expires, and the sweep finds what stayed behind. */
  async function attempt(what: string, work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) =>
      log({ severity: 'WARNING', message: `${what} failed`, stack_trace: describeError(error) }),
    );
  }

  async function make(actor: Actor, joke: JokeDocument, holder: string): Promise<StoredImage> {
    const source = await generator.generate({
      jokeText: joke.joke_text,
      previous: joke.image?.file ?? null,
    });
    const sizes = await makeSizes(source);
    const file = pictureName(sizes, holder);
    const side = Math.max(...sizes.map(({ width }) => width));
    await files.createAll(file, joke.joke_id, sizes);
    const image = { file, width: side, height: side, generated_at: new Date(clock()) };
    const old = await commit(actor, joke.joke_id, image, holder);
    if (old) await attempt('Deleting an old picture', files.removeAll(old.file));
    return image;
  }

  async function run(actor: Actor, jokeId: number, force: boolean): Promise<StoredImage> {
    const holder = randomBytes(16).toString('hex');
    const joke = await begin(jokeId, force, holder);
    if (joke.image && !force) return joke.image;
    try {
      return await make(actor, joke, holder);
    } catch (error) {
      await attempt('Giving back a lease', release(jokeId, holder));
      throw error;
    } finally {
      changed(jokeId);
    }
  }

  return {
    generate(actor, jokeId, force) {
      const key = `${jokeId} ${force}`;
      const shared = running.get(key);
      if (shared) return shared;
      const started = run(actor, jokeId, force).finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
  };
}
