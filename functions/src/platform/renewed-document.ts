import { attempt, type Log } from './log.ts';
import type { StoredDocument } from './stored-document.data.ts';
import type { Transact } from './transact.ts';

/** After a failed renewal, how long the old value is returned before the next attempt. */
const RETRY_MS = 10_000;

interface Options<Value> {
  document: StoredDocument<Value>;
  /** what happens, for the log, such as `Choosing the joke of the day` */
  action: string;
  /**
   * Makes the next value, in a transaction, which may repeat it; so one instance at a time does.
   * @returns undefined to leave the stored value as it is
   */
  make: (stored: Value | undefined) => Promise<Value | undefined>;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  log: Log;
}

/** A value that all instances share in one document. Whoever first finds it out of date makes the next one. */
export function createRenewedDocument<Value>(options: Options<Value>) {
  const { document, action, make, transact, clock, log } = options;
  let known: Value | undefined;
  let retryAt = 0;
  let loading: Promise<Value | undefined> | undefined;

  async function load(isCurrent: (value: Value) => boolean): Promise<Value | undefined> {
    const stored = await document.read();
    if (stored && isCurrent(stored)) return stored;
    const renewal = transact(
      async (transaction) => {
        const found = await document.read(transaction);
        if (found && isCurrent(found)) return found;
        const made = await make(found);
        if (made) document.write(transaction, made);
        return made ?? found;
      },
      { repeatable: true },
    );
    return (await attempt(log, action, renewal)) ?? stored;
  }

  return {
    /**
     * The current value. While none can be made, the last one, for ten seconds without another attempt.
     * One billed read for each value, and one more for the instance that makes it.
     * @param isCurrent whether a value is not out of date
     * @throws what reading throws if no value is known
     */
    async get(isCurrent: (value: Value) => boolean): Promise<Value | undefined> {
      if ((known && isCurrent(known)) || clock() < retryAt) return known;
      loading ??= load(isCurrent).finally(() => (loading = undefined));
      try {
        known = await loading;
      } catch (error) {
        if (!known) throw error;
      }
      if (!known || !isCurrent(known)) retryAt = clock() + RETRY_MS;
      return known;
    },
  };
}
