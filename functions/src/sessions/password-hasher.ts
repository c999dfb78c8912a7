import { createHash } from 'node:crypto';
import { compare, hash } from 'bcryptjs';
import PQueue from 'p-queue';
import { ApiError } from '../contract/index.ts';

/** How many jobs may wait, including the running one: about 0.4 s each. */
const PLACES = 10;
/** How many of these places only urgent jobs get. */
const URGENT_PLACES = 3;

/** bcrypt's cost: 2^12 rounds */
const COST = 12;

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

/**
 * Prehashes a password to 64 characters, because bcrypt reads at most 72 bytes and stops at a zero byte.
 * SHA-384 in base64 fits and contains no zero byte. NFKC makes a password the same on every keyboard and
 * system (NIST SP 800-63B, section 5.1.1.2).
 */
function prehash(password: string): string {
  return createHash('sha384').update(password.normalize('NFKC')).digest('base64');
}

const queue = createPasswordQueue();

export type PasswordHasher = typeof passwordHasher;

/** Hashes passwords, one at a time in this process. bcryptjs yields to the event loop every 100 ms. */
export const passwordHasher = {
  /**
   * A salted bcrypt hash of a password of any length. This is urgent, because every caller has already proved that it
   * knows a secret.
   * @throws ApiError unavailable when too many passwords are waiting
   */
  hash: (password: string) => queue(() => hash(prehash(password), COST), true),
  /**
   * Whether the password matches the hash.
   * @param urgent runs before passwords that are not urgent, and has reserved places in the queue
   * @throws ApiError unavailable, like `hash`
   */
  verify: (password: string, stored: string, urgent = false) =>
    queue(() => compare(prehash(password), stored), urgent),
};
