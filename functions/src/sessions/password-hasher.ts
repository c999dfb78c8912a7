import { createHash } from 'node:crypto';
import { compare, hash } from 'bcryptjs';
import { createQueue } from '../platform/queue.ts';

/** bcrypt's cost: 2^12 rounds */
const COST = 12;

/**
 * Prehashes a password to 64 characters, because bcrypt reads at most 72 bytes and stops at a zero byte.
 * SHA-384 in base64 fits and contains no zero byte. NFKC makes a password the same on every keyboard and
 * system (NIST SP 800-63B, section 5.1.1.2).
 */
function prehash(password: string): string {
  return createHash('sha384').update(password.normalize('NFKC')).digest('base64');
}

/** Compared when there is no account, so that a wrong username takes as long as a wrong password. */
const DUMMY_HASH = '$2b$12$m.GbWEh/YYZOO5Wl6p/iQOrcLGASFT3xFiTYTSdb4lfFqMmjLGKN.';

/** About 0.4 s each. */
const queue = createQueue({
  places: 10,
  urgentPlaces: 3,
  full: 'Too many people are signing in.',
});

export type PasswordHasher = typeof passwordHasher;

/** Hashes passwords, one at a time in this process. bcryptjs yields to the event loop every 100 ms. */
export const passwordHasher = {
  /**
   * A salted bcrypt hash of a password of any length. This is urgent, because every caller has already proved that it
   * knows a secret.
   * @throws ApiError unavailable when too many passwords are waiting
   */
  hash: async (password: string) => queue(() => hash(prehash(password), COST), { isUrgent: true }),
  /**
   * The account, if this is its password.
   * @param find finds the account when its turn has come; what it throws is thrown
   * @param isUrgent runs before passwords that are not urgent, and has reserved places in the queue
   * @throws ApiError unavailable, like `hash`
   */
  async verify<Account extends { password_hash: string }>(
    password: string,
    find: () => Promise<Account | undefined>,
    isUrgent = false,
  ): Promise<Account | undefined> {
    const compareInTurn = async () => {
      const account = await find();
      const stored = account?.password_hash ?? DUMMY_HASH;
      return (await compare(prehash(password), stored)) ? account : undefined;
    };
    return queue(compareInTurn, { isUrgent });
  },
};
