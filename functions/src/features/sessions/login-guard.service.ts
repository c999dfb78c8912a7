import { createHash } from 'node:crypto';
import { createFold } from '../../concurrency/batch.ts';
import type { Transaction } from '../../database/database.ts';
import { writePatience, type Transact } from '../../database/transact.ts';
import {
  tooMany,
  usesOf,
  type NetworkKeys,
  type NetworkQuota,
  type Quota,
  type ThrottleService,
  type Use,
} from '../throttles/throttles.service.ts';
import { takeTurn } from './guess-line.ts';
import type { GuessLineData } from './guess-line.data.ts';

const MINUTE_MS = 60 * 1_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const PER_ACCOUNT_AND_NETWORK: Quota = {
  name: 'login-account-network',
  limit: 5,
  windowMs: 15 * MINUTE_MS,
};
/** Over all accounts, from networks that they don't know. */
const PER_NETWORK: NetworkQuota = {
  name: 'login-network',
  limit: 30,
  wideLimit: 120,
  windowMs: DAY_MS,
};
const SETUP_KEYS: NetworkQuota = {
  name: 'setup-key',
  limit: 5,
  wideLimit: 20,
  windowMs: 15 * MINUTE_MS,
};

/** Guesses that one transaction counts at the most. */
const MAXIMUM_FOLDED = 100;

/** One guess at a secret. It counts as failed until it is forgiven. */
export interface Attempt {
  /** Takes it back, as the guess was right; reads, then writes. */
  forgive(transaction: Transaction): Promise<void>;
}

/** Who guesses at which password. */
export interface PasswordGuess {
  username: string;
  network: NetworkKeys;
  /** whether this account was signed in to from there before */
  networkIsKnown: boolean;
}

export interface LoginGuard {
  /**
   * Counts a guess at a password before it is checked, so that guesses made at once count as well. From
   * a network that the account doesn't know it also needs a turn, which only so many guesses an hour
   * get, from wherever and at whatever account. A known network needs none: whoever guesses elsewhere
   * can't lock the owner out.
   * @throws ApiError too_many_requests with the seconds to wait. A turn that begins then is kept for the
   *   wide network; nothing is counted.
   */
  guessPassword(guess: PasswordGuess): Promise<Attempt>;
  /** Counts a guess at the setup key. @throws ApiError too_many_requests with the seconds to wait */
  guessSetupKey(network: NetworkKeys): Promise<Attempt>;
}

interface Parts {
  throttles: ThrottleService;
  line: GuessLineData;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

function accountKey(username: string): string {
  return createHash('sha256').update(username).digest('base64url').slice(0, 22);
}

/** Keeps guessing slow. */
export function createLoginGuard({ throttles, line, transact, clock }: Parts): LoginGuard {
  const attempt = (uses: readonly Use[]): Attempt => ({
    forgive: (transaction) => throttles.giveBack(transaction, uses),
  });

  /** One at a time, as all of them change the same line; those that wait for it share a transaction. */
  const awaitTurn = createFold<readonly Use[], { waitMs: number }>(
    MAXIMUM_FOLDED,
    writePatience(clock),
    (_key, guesses) =>
      transact(async (transaction) => {
        const counts = await throttles.read(transaction, guesses.flat());
        const before = await line.read(transaction);
        let turns = before;
        const results = guesses.map((uses) => {
          const waitMs = counts.waitMs(uses);
          const wide = uses.at(-1);
          if (waitMs > 0 || !wide) return { waitMs };
          const place = takeTurn(turns, wide.key, counts.used(wide), clock());
          turns = place.line;
          if (place.waitMs === 0) counts.add(uses);
          return { waitMs: place.waitMs };
        });
        counts.write();
        if (JSON.stringify(turns) !== JSON.stringify(before)) line.write(transaction, turns);
        return results;
      }),
  );

  return {
    async guessPassword({ username, network, networkIsKnown }) {
      const key = `${accountKey(username)}_${network.narrow}`;
      const ofAccount: Use = { quota: PER_ACCOUNT_AND_NETWORK, key };
      if (networkIsKnown) {
        await throttles.takeAll([ofAccount]);
        return attempt([ofAccount]);
      }
      const uses = [ofAccount, ...usesOf(PER_NETWORK, network)];
      const { waitMs } = await awaitTurn('login', uses);
      if (waitMs > 0) throw tooMany(waitMs);
      return attempt(uses);
    },
    async guessSetupKey(network) {
      await throttles.take(SETUP_KEYS, network);
      return attempt(usesOf(SETUP_KEYS, network));
    },
  };
}
