import { Worker } from 'node:worker_threads';
import { withDeadline } from '../../concurrency/deadline.ts';
import { passwordResult, type PasswordJob, type PasswordResult } from './password-job.ts';
import { createPasswordQueue, overloaded } from './password-queue.ts';

export interface PasswordHasher {
  /**
   * A salted bcrypt hash of a password of any length. This is urgent, because every caller has already
   * proved that it knows a secret.
   * @throws ApiError unavailable when too many passwords are waiting or it takes too long
   */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash.
   * @param urgent runs before passwords that are not urgent, and has reserved places in the queue
   * @throws ApiError unavailable, like `hash`
   */
  verify(password: string, hash: string, urgent?: boolean): Promise<boolean>;
}

const JOB_DEADLINE_MS = 8_000;

/** `.ts` when Node runs the sources, `.js` beside the bundle. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./password-worker.${extension}`, import.meta.url);

function startWorker(): Worker {
  const worker = new Worker(workerFile, { execArgv: [], env: {} });
  worker.unref();
  return worker;
}

/** A hasher that starts a thread for its first password and runs one job at a time on it. */
export function createPasswordHasher(): PasswordHasher {
  let worker: Worker | undefined;
  const queue = createPasswordQueue();

  async function post(current: Worker, job: PasswordJob): Promise<PasswordResult> {
    const answer = Promise.withResolvers<unknown>();
    const exited = () => answer.reject(new Error('The password thread exited'));
    current.once('message', answer.resolve).once('error', answer.reject).once('exit', exited);
    try {
      current.postMessage(job, []);
      return passwordResult.parse(await withDeadline(answer.promise, JOB_DEADLINE_MS, overloaded));
    } finally {
      current.off('message', answer.resolve).off('error', answer.reject).off('exit', exited);
    }
  }

  async function run(job: PasswordJob): Promise<PasswordResult> {
    worker ??= startWorker();
    try {
      return await post(worker, job);
    } catch (error) {
      // The worker may still be busy or in an unknown state, so the next password gets a new one.
      const broken = worker;
      worker = undefined;
      broken.on('error', () => undefined);
      await broken.terminate();
      throw error;
    }
  }

  return {
    async hash(password) {
      const result = await queue(() => run({ kind: 'hash', password }), true);
      if (!('hash' in result)) throw new Error('The password thread sent no hash');
      return result.hash;
    },
    async verify(password, hash, urgent = false) {
      const result = await queue(() => run({ kind: 'verify', password, hash }), urgent);
      if (!('matches' in result))
        throw new Error('The password thread did not compare the password');
      return result.matches;
    },
  };
}

/** The process's only hasher. */
export const passwordHasher = createPasswordHasher();
