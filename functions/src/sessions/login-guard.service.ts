import { ApiError } from '../contract/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/index.ts';
import { createUses, type Networks } from '../platform/quota.ts';
import type { Signing } from '../platform/signing.service.ts';
import type { Tools } from '../platform/tools.ts';
import type { AdminAccount } from './sign-in.data.ts';

/** Guesses at one account in 15 minutes; browsers that it knows, and each session, have as many of their own. */
const PER_ACCOUNT = 10;
/** Guesses of a network in a day. */
const PER_NETWORK = 30;
/** After so many guesses in an hour, the log says so. */
const WORTH_AN_ERROR = 100;

/** Where a login comes from. */
export interface Client {
  network: Networks;
  /** the mark that the browser got when it signed in */
  mark?: string | undefined;
}

/** The error for somebody who guesses too often, which says when to try again. */
function tooManyAttempts(waitMs: number): ApiError {
  const hours = waitMs > 2 * HOUR_MS;
  const count = Math.ceil(waitMs / (hours ? HOUR_MS : MINUTE_MS));
  const time = `${count} ${hours ? 'hour' : 'minute'}${count === 1 ? '' : 's'}`;
  return new ApiError('too_many_requests', `Too many attempts. Try again in ${time}.`, {
    retryAfter: Math.ceil(waitMs / 1_000),
  });
}

/** What a mark says: that the browser has signed in to this account with this password. */
const marked = ({ username, password_id }: AdminAccount) => `${password_id}:${username}`;

export type LoginGuard = ReturnType<typeof createLoginGuard>;

/**
 * Limits how fast anyone can guess a password or the setup key. Guesses are counted before they are checked, so
 * that simultaneous ones count too. All functions throw ApiError too_many_requests with the time to wait.
 */
export function createLoginGuard({ signing, clock, log }: Tools & { signing: Signing }) {
  const takeOfAccount = createUses(15 * MINUTE_MS, clock, tooManyAttempts).take;
  const takeOfNetwork = createUses(DAY_MS, clock, tooManyAttempts).take;
  let hour = { ends: -Infinity, guesses: 0 };

  function count(): void {
    if (clock() >= hour.ends) hour = { ends: clock() + HOUR_MS, guesses: 0 };
    hour.guesses += 1;
    if (hour.guesses !== WORTH_AN_ERROR) return;
    const message = `Somebody guesses passwords: ${hour.guesses} attempts in an hour; see docs/operating.md`;
    log({ severity: 'ERROR', message });
  }

  return {
    /** The mark of a browser that signs in to an account, for its cookie. A new password ends it. */
    markBrowser: (admin: AdminAccount) => signing.sign('known-browser', marked(admin)),

    /**
     * Counts a guess at a password. Browsers that have signed in to the account are counted apart, so that nobody
     * else can lock them out.
     * @param admin the account, if it exists
     * @returns whether the browser is one of these
     */
    async guessPassword(
      username: string,
      admin: AdminAccount | undefined,
      { network, mark }: Client,
    ): Promise<boolean> {
      count();
      const isKnown =
        admin !== undefined &&
        mark !== undefined &&
        (await signing.verify('known-browser', marked(admin), mark));
      if (!isKnown) takeOfNetwork({ [network.subnet]: PER_NETWORK });
      takeOfAccount({ [`${isKnown ? 'known' : 'account'} ${username}`]: PER_ACCOUNT });
      return isKnown;
    },

    /** Counts a guess at the password of a session's own account. @param session the hash of its token */
    guessInSession(session: string): void {
      count();
      takeOfAccount({ [`session ${session}`]: PER_ACCOUNT });
    },

    /** Counts a guess at the setup key. */
    guessSetupKey({ subnet }: Networks): void {
      count();
      takeOfNetwork({ [subnet]: PER_NETWORK });
    },
  };
}
