import { ApiError } from '../contract/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/index.ts';
import { createUses, type Networks } from '../platform/quota.ts';
import type { Signing } from '../platform/signing.service.ts';
import type { Tools } from '../platform/tools.ts';
import type { AdminAccount } from './sign-in.data.ts';

/** Guesses at one account in 15 minutes; browsers that it knows, and each session, have as many of their own. */
const PER_ACCOUNT = 10;
/** Guesses of a network in a day, and of an IPv6 /32, which has many. */
const PER_NETWORK = 30;
const PER_PROVIDER = 300;
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
const marked = ({ username, password_id }: Pick<AdminAccount, 'username' | 'password_id'>) =>
  `${password_id}:${username}`;

const ofNetwork = ({ subnet, provider }: Networks) => ({
  [`subnet ${subnet}`]: PER_NETWORK,
  [`provider ${provider}`]: PER_PROVIDER,
});

export type LoginGuard = ReturnType<typeof createLoginGuard>;

/**
 * Limits how fast anyone can guess a password or the setup key. Guesses are counted before they are checked, so
 * that simultaneous ones count too. What counts or expects one throws ApiError too_many_requests with the time to wait.
 */
export function createLoginGuard({ signing, clock, log }: Tools & { signing: Signing }) {
  const ofAccounts = createUses(15 * MINUTE_MS, clock, tooManyAttempts);
  const ofNetworks = createUses(DAY_MS, clock, tooManyAttempts);
  let hour = { ends: -Infinity, guesses: 0 };

  function count(): void {
    if (clock() >= hour.ends) hour = { ends: clock() + HOUR_MS, guesses: 0 };
    hour.guesses += 1;
    if (hour.guesses !== WORTH_AN_ERROR) return;
    const message = `Somebody guesses passwords: ${hour.guesses} attempts in an hour; see docs/operating.md`;
    log({ severity: 'ERROR', message });
  }

  /** Browsers that have signed in to the account are counted apart, so that nobody else can lock them out. */
  function guess(how: 'check' | 'take', username: string, network: Networks, isKnown: boolean) {
    if (!isKnown) ofNetworks[how](ofNetwork(network));
    ofAccounts[how]({ [`${isKnown ? 'known' : 'account'} ${username}`]: PER_ACCOUNT });
  }

  return {
    /** The mark of a browser that signs in to an account, for its cookie. A new password ends it. */
    markBrowser: async (admin: AdminAccount) =>
      `${admin.password_id}.${await signing.sign('known-browser', marked(admin))}`,

    /** The id of the password with which a browser has signed in to an account; undefined without a mark of it. */
    async openMark(username: string, mark?: string): Promise<string | undefined> {
      if (mark === undefined) return undefined;
      const [password_id = '', code = ''] = mark.split('.');
      const text = marked({ username, password_id });
      return (await signing.verify('known-browser', text, code)) ? password_id : undefined;
    },

    /** Refuses a guess at a password that has no use left, before it waits for its turn. */
    expectGuess(username: string, network: Networks, isKnown: boolean): void {
      count();
      guess('check', username, network, isKnown);
    },

    /** Counts a guess at a password whose turn has come. @param isKnown whether the browser has the account's mark */
    guessPassword: (username: string, network: Networks, isKnown: boolean) =>
      guess('take', username, network, isKnown),

    /** Counts a guess at the password of a session's own account. @param session the hash of its token */
    guessInSession(session: string): void {
      count();
      ofAccounts.take({ [`session ${session}`]: PER_ACCOUNT });
    },

    /** Counts a guess at the setup key. */
    guessSetupKey(network: Networks): void {
      count();
      ofNetworks.take(ofNetwork(network));
    },
  };
}
