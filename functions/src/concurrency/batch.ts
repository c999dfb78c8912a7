import { AsyncLocalStorage } from 'node:async_hooks';
import type { Timeout } from './queue.ts';

/** Adds an item to the next batch of a key; resolves with the item's result. */
export type Batcher<Item, Result> = (key: string, item: Item) => Promise<Result>;

interface Waiting<Item, Result> {
  item: Item;
  /** when it times out if it is still waiting */
  latest: number;
  /** Runs a function in the caller's asynchronous context. */
  inContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Batches simultaneous calls with the same key: the first call starts at once; those that arrive while it
 * runs form the next batch, of at most `maximum` items. Each key has at most one batch running. An item
 * that waited longer than the timeout is rejected without running, because its caller has been answered.
 * A batch runs in the asynchronous context of its first caller.
 * @param work takes a key and its items and returns one result per item, in the same order; if it throws,
 *   every item of the batch fails with that error
 */
export function createBatcher<Item, Result>(
  maximum: number,
  timeout: Timeout,
  work: (key: string, items: Item[]) => Promise<Result[]>,
): Batcher<Item, Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();

  async function drain(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maximum).filter((waiting) => {
        const inTime = timeout.clock() <= waiting.latest;
        if (!inTime) waiting.reject(timeout.late());
        return inTime;
      });
      const [first] = batch;
      if (!first) continue;
      try {
        const items = batch.map((waiting) => waiting.item);
        const results = await first.inContext(() => work(key, items));
        for (const [index, waiting] of batch.entries()) {
          const result = results[index];
          if (result === undefined)
            waiting.reject(new Error(`No result for item ${index} of ${key}`));
          else waiting.resolve(result);
        }
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    queues.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const latest = timeout.clock() + timeout.milliseconds;
      const inContext = AsyncLocalStorage.snapshot();
      const waiting = { item, latest, inContext, resolve, reject };
      const queue = queues.get(key);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const started = [waiting];
      queues.set(key, started);
      void drain(key, started);
    });
}
