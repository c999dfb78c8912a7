import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import * as z from 'zod';
import { ApiError } from '../contract/index.ts';
import type { PasswordJob } from './password-worker.ts';

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/** How many jobs may wait, including the running one: about 0.4 s each. */
const PLACES = 10;
/** How many of these places only urgent jobs get. */
const URGENT_PLACES = 3;

/**
 * A queue that runs one job at a time. An urgent job runs before all that are not, and has reserved places. A job that
 * finds no place is rejected with ApiError unavailable.
 */
export function createPasswordQueue() {
  const queue = new PQueue({ concurrency: 1 });
  return async <Result>(job: () => Promise<Result>, urgent: boolean): Promise<Result> => {
    const places = urgent ? PLACES : PLACES - URGENT_PLACES;
    if (queue.size + queue.pending >= places) {
      throw new ApiError('unavailable', 'Too many people are signing in. Please try again.', {
        retryAfter: 5,
        shed: true,
      });
    }
    return queue.add(job, { priority: urgent ? 1 : 0 });
  };
}

/** `.ts` when Node runs the sources, `.js` beside the bundle. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./password-worker.${extension}`, import.meta.url);

/** A hasher that starts a thread for its first password, and runs one job at a time on it. */
export function createPasswordHasher() {
  const queue = createPasswordQueue();
  let worker: Worker | undefined;

  async function run(job: PasswordJob): Promise<unknown> {
    if (!worker) {
      worker = new Worker(workerFile, { execArgv: [], env: {} });
      worker.unref();
    }
    worker.postMessage(job, []);
    try {
      const answer: unknown[] = await once(worker, 'message');
      return answer[0];
    } catch (error) {
      // The error has ended the thread.
      worker = undefined;
      throw error;
    }
  }

  return {
    /**
     * A salted bcrypt hash of a password of any length. This is urgent, because every caller has already proved that it
     * knows a secret.
     * @throws ApiError unavailable when too many passwords are waiting
     */
    hash: async (password: string) => z.string().parse(await queue(() => run({ password }), true)),
    /**
     * Whether the password matches the hash.
     * @param urgent runs before passwords that are not urgent, and has reserved places in the queue
     * @throws ApiError unavailable, like `hash`
     */
    verify: async (password: string, hash: string, urgent = false) =>
      z.boolean().parse(await queue(() => run({ password, hash }), urgent)),
  };
}

/** The process's only hasher. */
export const passwordHasher = createPasswordHasher();
