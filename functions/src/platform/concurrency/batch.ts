import type { Timeout } from './queue.ts';

interface Waiting<Item, Result> {
  item: Item;
  /** when it times out if it is still waiting */
  latest: number;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Batches simultaneous calls with the same key: the first call starts at once; those that arrive while it
 * runs form the next batch, of at most `maximum` items. Each key has at most one batch running. An item
 * that waited longer than the timeout is rejected without running, because its caller has been answered.
 * @param work takes a key and its items and returns one result per item, in the same order; if it throws,
 *   every item of the batch fails with that error
 * @returns adds an item to the next batch of a key, and resolves with the item's result
 */
export function createBatcher<Item, Result>(
  maximum: number,
  timeout: Timeout,
  work: (key: string, items: Item[]) => Promise<Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();

  async function drain(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maximum).filter(({ latest, reject }) => {
        const inTime = timeout.clock() <= latest;
        if (!inTime) reject(timeout.late());
        return inTime;
      });
      if (batch.length === 0) continue;
      try {
        const items = batch.map(({ item }) => item);
        const results = await work(key, items);
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index];
          if (result === undefined) reject(new Error(`No result for item ${index} of ${key}`));
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(key);
  }

  return (key, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = { item, latest: timeout.clock() + timeout.milliseconds, resolve, reject };
    const queue = queues.get(key);
    if (queue) {
      queue.push(waiting);
    } else {
      const started = [waiting];
      queues.set(key, started);
      void drain(key, started);
    }
    return promise;
  };
}
