import { setImmediate } from 'node:timers/promises';

/** How many steps follow one another before other requests get a turn. */
const STEPS = 10;

/**
 * Divides long work, so that it yields to other requests and stops when nobody waits for it anymore.
 * @param signal aborts when nobody does
 * @returns to be awaited after each step; a step should take less than a millisecond
 */
export function createSlices(signal?: AbortSignal): () => Promise<void> {
  let steps = 0;
  return async () => {
    steps += 1;
    if (steps % STEPS !== 0) return;
    await setImmediate();
    signal?.throwIfAborted();
  };
}
