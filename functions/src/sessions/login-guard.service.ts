import { createHash } from 'node:crypto';
import type { Transaction } from '../database/database.ts';
import type { Quota, ThrottleService, Use } from '../throttles/throttles.service.ts';

const MINUTE_MS = 60 * 1_000;

const PER_NETWORK: Quota = { name: 'login-network', limit: 30, windowMs: 15 * MINUTE_MS };
const PER_ACCOUNT_AND_NETWORK: Quota = {
  name: 'login-account-network',
  limit: 5,
  windowMs: 15 * MINUTE_MS,
};
const PER_ACCOUNT: Quota = { name: 'login-account', limit: 50, windowMs: 60 * MINUTE_MS };
const SETUP_KEYS: Quota = { name: 'setup-key', limit: 5, windowMs: 15 * MINUTE_MS };

/** One guess at a secret. It counts as failed until it is forgiven. */
export interface Attempt {
  /** Takes it back, as the guess was right; reads, then writes. */
  forgive(transaction: Transaction): Promise<void>;
}

/** Who guesses at which password. */
export interface PasswordGuess {
  username: string;
  /** an opaque key of the caller's network */
  network: string;
  /** whether this account was signed in to from there before */
  networkIsKnown: boolean;
}

export interface LoginGuard {
  /**
   * Counts a guess at a password before it is checked, so that guesses made at once count as well. The
   * limit per account over all networks leaves out the networks that the account knows: whoever
   * guesses elsewhere can't lock its owner out.
   * @throws ApiError too_many_requests with the seconds to wait; then nothing is counted
   */
  guessPassword(guess: PasswordGuess): Promise<Attempt>;
  /** The same for the setup key. @param network an opaque key of the caller's network */
  guessSetupKey(network: string): Promise<Attempt>;
}

function accountKey(username: string): string {
  return createHash('sha256').update(username).digest('base64url').slice(0, 22);
}

/** Keeps guessing slow. */
export function createLoginGuard(throttles: ThrottleService): LoginGuard {
  async function begin(uses: Use[]): Promise<Attempt> {
    await throttles.takeAll(uses);
    return { forgive: (transaction) => throttles.giveBack(transaction, uses) };
  }

  return {
    guessPassword({ username, network, networkIsKnown }) {
      const account = accountKey(username);
      return begin([
        { quota: PER_NETWORK, key: network },
        { quota: PER_ACCOUNT_AND_NETWORK, key: `${account}_${network}` },
        ...(networkIsKnown ? [] : [{ quota: PER_ACCOUNT, key: account }]),
      ]);
    },
    guessSetupKey: (network) => begin([{ quota: SETUP_KEYS, key: network }]),
  };
}
