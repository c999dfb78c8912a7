import { guesses } from '../domain/index.ts';
import { createUses, type Networks } from '../platform/quota.ts';
import type { Tools } from '../platform/tools.ts';

const ofNetwork = ({ subnet, provider }: Networks) => ({
  [`subnet ${subnet}`]: guesses.network.most,
  [`provider ${provider}`]: guesses.network.provider,
});

export type LoginGuard = ReturnType<typeof createLoginGuard>;

/**
 * Limits how fast anyone can guess a password or the setup key. Guesses are counted before they are checked, so
 * that simultaneous ones count too. All functions throw ApiError too_many_requests with the time to wait.
 */
export function createLoginGuard({ clock, log }: Pick<Tools, 'clock' | 'log'>) {
  const ofAccounts = createUses(guesses.account.windowMs, clock);
  const ofNetworks = createUses(guesses.network.windowMs, clock);
  const inAll = createUses(guesses.everyone.windowMs, clock);

  function count(): void {
    inAll.take({ guesses: Infinity });
    const count = inAll.usesOf('guesses');
    if (count !== guesses.everyone.worthAnError) return;
    const message = `Somebody guesses passwords: ${count} attempts in an hour; see docs/operating.md`;
    log({ severity: 'ERROR', message });
  }

  return {
    /**
     * Takes a guess at a password when its turn to be hashed has come; before it waits for that, only checks it.
     * @param known the id of the password with which the browser has signed in before; such browsers are counted
     *   apart, so that nobody else can lock them out
     */
    guessPassword(
      how: 'check' | 'take',
      username: string,
      network: Networks,
      known?: string,
    ): void {
      if (how === 'check') count();
      if (known === undefined) ofNetworks[how](ofNetwork(network));
      const key = known === undefined ? `account ${username}` : `known ${known}`;
      ofAccounts[how]({ [key]: guesses.account.most });
    },

    /** Counts a guess at the password of a session's own account. @param session the hash of its token */
    guessInSession(session: string): void {
      count();
      ofAccounts.take({ [`session ${session}`]: guesses.account.most });
    },

    /** Counts a guess at the setup key. */
    guessSetupKey(network: Networks): void {
      count();
      ofNetworks.take(ofNetwork(network));
    },
  };
}
