import { setImmediate } from 'node:timers/promises';

/** How many items follow one another before other requests get a turn; one should take less than 20 µs. */
const ITEMS = 500;

/** Divides long work, so that it yields to other requests. */
export async function* inSlices<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += ITEMS) {
    if (from > 0) await setImmediate();
    yield items.slice(from, from + ITEMS);
  }
}
