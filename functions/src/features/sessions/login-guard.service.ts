import { createHash } from 'node:crypto';
import { createBatcher } from '../../platform/concurrency/batch.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { writeTimeout, type Transact } from '../../platform/database/transact.ts';
import { tooManyRequests, type NetworkKeys } from '../../platform/throttles/memory-quota.ts';
import {
  networkUses,
  type NetworkQuota,
  type Quota,
  type ThrottleService,
  type Use,
} from '../../platform/throttles/throttles.service.ts';
import { takeTurn } from './guess-line.ts';
import type { SignInData } from './sign-in.data.ts';

const MINUTE_MS = 60 * 1_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const PER_ACCOUNT_AND_NETWORK: Quota = {
  name: 'login-account-network',
  limit: 5,
  windowMs: 15 * MINUTE_MS,
};
/** For guesses in a browser that has signed in to the account. */
const PER_BROWSER: Quota = { name: 'login-browser', limit: 5, windowMs: 15 * MINUTE_MS };
/** For guesses at the current password, in order to change it. */
const PER_SESSION: Quota = { name: 'change-password', limit: 5, windowMs: 15 * MINUTE_MS };
/** For guesses from networks that the guessed account doesn't know, over all accounts. */
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

const GUESSES_PER_TRANSACTION = 100;

/** Stops counting a guess that was right. Reads before it writes, so call it before any write. */
export type Forgive = (transaction: Transaction) => Promise<void>;

function accountKey(username: string): string {
  return createHash('sha256').update(username).digest('base64url').slice(0, 22);
}

export type LoginGuard = ReturnType<typeof createLoginGuard>;

interface Dependencies {
  throttles: ThrottleService;
  data: SignInData;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** Limits how fast anyone can guess a password or the setup key. */
export function createLoginGuard({ throttles, data, transact, clock }: Dependencies) {
  const forgiving =
    (uses: readonly Use[]): Forgive =>
    (transaction) =>
      throttles.giveBack(transaction, uses);

  /** Runs one transaction at a time, as they all change the same line; guesses that wait share the next. */
  const takeTurns = createBatcher<readonly Use[], { waitMs: number }>(
    GUESSES_PER_TRANSACTION,
    writeTimeout(clock),
    (_key, guesses) =>
      transact(async (transaction) => {
        const counts = await throttles.read(transaction, guesses.flat());
        const before = await data.readLine(transaction);
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
        if (JSON.stringify(turns) !== JSON.stringify(before)) data.writeLine(transaction, turns);
        return results;
      }),
  );

  async function takeOne(use: Use): Promise<Forgive> {
    await throttles.takeAll([use]);
    return forgiving([use]);
  }

  return {
    /**
     * Counts a guess in a browser that has signed in to the account. Whatever networks others claim to be
     * in, they can't use it up.
     * @throws ApiError too_many_requests with the seconds to wait
     */
    guessInKnownBrowser: (browser: string) => takeOne({ quota: PER_BROWSER, key: browser }),
    /**
     * Counts a guess at the password of a session's own account.
     * @param session the hash of its token
     * @throws ApiError too_many_requests with the seconds to wait
     */
    guessInSession: (session: string) => takeOne({ quota: PER_SESSION, key: session }),
    /**
     * Counts a guess at a password before it is checked, so that simultaneous guesses count too. From a
     * network that the account doesn't know, a guess also needs a turn; turns per hour are limited over
     * all networks and accounts. A known network needs none, so that guesses from elsewhere can't lock
     * the owner out.
     * @param network opaque keys of the caller's networks
     * @param networkIsKnown whether someone has signed in to this account from this network
     * @throws ApiError too_many_requests with the seconds to wait, and counts nothing. If the wait is for
     *   a turn, the turn is reserved for the wide network.
     */
    async guessPassword(
      username: string,
      network: NetworkKeys,
      networkIsKnown: boolean,
    ): Promise<Forgive> {
      const key = `${accountKey(username)}_${network.narrow}`;
      const ofAccount: Use = { quota: PER_ACCOUNT_AND_NETWORK, key };
      if (networkIsKnown) return takeOne(ofAccount);
      const uses = [ofAccount, ...networkUses(PER_NETWORK, network)];
      const { waitMs } = await takeTurns('login', uses);
      if (waitMs > 0) throw tooManyRequests(waitMs);
      return forgiving(uses);
    },
    /** Counts a guess at the setup key. @throws ApiError too_many_requests with the seconds to wait */
    async guessSetupKey(network: NetworkKeys): Promise<Forgive> {
      const uses = networkUses(SETUP_KEYS, network);
      await throttles.takeAll(uses);
      return forgiving(uses);
    },
  };
}
