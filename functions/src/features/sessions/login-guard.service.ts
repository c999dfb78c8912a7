import { createHash } from 'node:crypto';
import { createBatcher } from '../../platform/concurrency/batch.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { writeTimeout, type Transact } from '../../platform/database/transact.ts';
import { newId, type Signing } from '../../platform/signing/signing.service.ts';
import { tooManyRequests, type NetworkKeys } from '../../platform/throttles/memory-quota.ts';
import {
  networkUses,
  type NetworkQuota,
  type Quota,
  type ThrottleService,
  type Use,
} from '../../platform/throttles/throttles.service.ts';
import { takeTurn } from './guess-line.ts';
import type { AdminAccount, SignInData } from './sign-in.data.ts';

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

/** A counted guess at the password of an account, which may not exist. */
export interface Guess {
  /** whether the account knows the browser, the network or the session: its hashing comes first */
  urgent: boolean;
  forgive: Forgive;
  /** the id of a browser that the account knows */
  browser?: string;
}

/** Where a login comes from. */
export interface Client {
  /** opaque keys of the networks */
  network: NetworkKeys;
  /** the mark that the browser got when it signed in */
  mark?: string | undefined;
}

/**
 * What a browser's mark is signed with, besides its random id: the account and its password, so that a new
 * password ends all marks. Nothing is stored.
 */
function holder({ username, password_id }: AdminAccount): string {
  return `:${password_id}:${username}`;
}

function accountKey(username: string): string {
  return createHash('sha256').update(username).digest('base64url').slice(0, 22);
}

export type LoginGuard = ReturnType<typeof createLoginGuard>;

interface Dependencies {
  throttles: ThrottleService;
  data: SignInData;
  signing: Signing;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** Limits how fast anyone can guess a password or the setup key. */
export function createLoginGuard({ throttles, data, signing, transact, clock }: Dependencies) {
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
    /** The mark of a browser that signs in to an account, for its cookie. @param id if it had one */
    markBrowser: (admin: AdminAccount, id = newId()) =>
      signing.signId('known-browser', id, holder(admin)),
    /**
     * Counts a guess at the password of a session's own account.
     * @param session the hash of its token
     * @throws ApiError too_many_requests with the seconds to wait
     */
    guessInSession: (session: string) => takeOne({ quota: PER_SESSION, key: session }),
    /**
     * Counts a guess at a password before it is checked, so that simultaneous guesses count too. In a browser
     * that has signed in to the account, it counts for the browser: whatever networks others claim to be in,
     * they can't use it up. From a network that the account doesn't know, a guess also needs a turn; turns per
     * hour are limited over all networks and accounts. A known network needs none, so that guesses from
     * elsewhere can't lock the owner out.
     * @param admin the account, if it exists
     * @throws ApiError too_many_requests with the seconds to wait, and counts nothing. If the wait is for
     *   a turn, the turn is reserved for the wide network.
     */
    async guessPassword(
      username: string,
      admin: AdminAccount | undefined,
      { network, mark }: Client,
    ): Promise<Guess> {
      const browser =
        admin && mark !== undefined
          ? await signing.openId('known-browser', mark, holder(admin))
          : undefined;
      if (browser !== undefined) {
        const forgive = await takeOne({ quota: PER_BROWSER, key: browser });
        return { browser, urgent: true, forgive };
      }
      const urgent = admin?.known_networks.includes(network.narrow) ?? false;
      const key = `${accountKey(username)}_${network.narrow}`;
      const ofAccount: Use = { quota: PER_ACCOUNT_AND_NETWORK, key };
      if (urgent) return { urgent, forgive: await takeOne(ofAccount) };
      const uses = [ofAccount, ...networkUses(PER_NETWORK, network)];
      const { waitMs } = await takeTurns('login', uses);
      if (waitMs > 0) throw tooManyRequests(waitMs);
      return { urgent, forgive: forgiving(uses) };
    },
    /** Counts a guess at the setup key. @throws ApiError too_many_requests with the seconds to wait */
    async guessSetupKey(network: NetworkKeys): Promise<Forgive> {
      const uses = networkUses(SETUP_KEYS, network);
      await throttles.takeAll(uses);
      return forgiving(uses);
    },
  };
}
