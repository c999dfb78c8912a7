import { Worker } from 'node:worker_threads';
import { withDeadline } from '../../concurrency/deadline.ts';
import { passwordResult, type PasswordJob, type PasswordResult } from './password-job.ts';
import { createPasswordQueue, overloaded } from './password-queue.ts';

export interface PasswordHasher {
  /**
   * A salted bcrypt hash of a password of any length. It is urgent: only who has shown a secret gets here.
   * @throws ApiError unavailable when too many passwords wait already or it takes too long
   */
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to the hash.
   * @param urgent goes before those that are not, and has places of its own
   * @throws ApiError unavailable, as `hash`
   */
  verify(password: string, hash: string, urgent?: boolean): Promise<boolean>;
}

const JOB_DEADLINE_MS = 8_000;

/** `.ts` where Node runs the sources, `.js` beside the bundle. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./password-worker.${extension}`, import.meta.url);

function startWorker(): Worker {
  const worker = new Worker(workerFile, { execArgv: [], env: {} });
  worker.unref();
  return worker;
}

/** A hasher with one thread of its own, which is started for the first password; one at a time. */
export function createPasswordHasher(): PasswordHasher {
  let worker: Worker | undefined;
  const queue = createPasswordQueue();

  async function answerOf(current: Worker, job: PasswordJob): Promise<PasswordResult> {
    const answer = Promise.withResolvers<unknown>();
    const ended = () => answer.reject(new Error('The password thread has ended'));
    current.once('message', answer.resolve).once('error', answer.reject).once('exit', ended);
    try {
      current.postMessage(job, []);
      return passwordResult.parse(await withDeadline(answer.promise, JOB_DEADLINE_MS, overloaded));
    } finally {
      current.off('message', answer.resolve).off('error', answer.reject).off('exit', ended);
    }
  }

  async function work(job: PasswordJob): Promise<PasswordResult> {
    worker ??= startWorker();
    try {
      return await answerOf(worker, job);
    } catch (error) {
      // Its state is unknown, or it is still busy: the next password gets a new one.
      const broken = worker;
      worker = undefined;
      broken.on('error', () => undefined);
      await broken.terminate();
      throw error;
    }
  }

  return {
    async hash(password) {
      const result = await queue(() => work({ kind: 'hash', password }), true);
      if (!('hash' in result)) throw new Error('The password thread answered something else');
      return result.hash;
    },
    async verify(password, hash, urgent = false) {
      const result = await queue(() => work({ kind: 'verify', password, hash }), urgent);
      if (!('matches' in result)) throw new Error('The password thread answered something else');
      return result.matches;
    },
  };
}

/** The hasher of this process. */
export const passwordHasher = createPasswordHasher();
