import { AsyncLocalStorage } from 'node:async_hooks';
import type { Patience } from './timeout.ts';

/** Runs `work` for one key over everything that arrived for it while it was busy. */
export type Fold<Item, Result> = (key: string, item: Item) => Promise<Result>;

interface Waiting<Item, Result> {
  item: Item;
  /** when it is given up, if it still waits */
  latest: number;
  /** Runs something on behalf of whoever waits. */
  onBehalf: ReturnType<typeof AsyncLocalStorage.snapshot>;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Folds simultaneous calls with the same key into one: the first starts at once, those that arrive
 * until it ends run together next, at most `maximum` at a time. Per key, one `work` runs at any moment.
 * What waited too long is given up: whoever asked for it has been answered. A round runs on behalf of
 * the first who waits for it, in that caller's asynchronous context.
 * @param work gets a key and its items and answers one result per item, in their order; if it throws,
 *   every item of that round fails with the same error
 */
export function createFold<Item, Result>(
  maximum: number,
  patience: Patience,
  work: (key: string, items: Item[]) => Promise<Result[]>,
): Fold<Item, Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();

  async function drain(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const round = queue.splice(0, maximum).filter((waiting) => {
        const inTime = patience.clock() <= waiting.latest;
        if (!inTime) waiting.reject(patience.late());
        return inTime;
      });
      const [first] = round;
      if (!first) continue;
      try {
        const items = round.map((waiting) => waiting.item);
        const results = await first.onBehalf(() => work(key, items));
        for (const [index, waiting] of round.entries()) {
          const result = results[index];
          if (result === undefined)
            waiting.reject(new Error(`No result for item ${index} of ${key}`));
          else waiting.resolve(result);
        }
      } catch (error) {
        for (const waiting of round) waiting.reject(error);
      }
    }
    queues.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const latest = patience.clock() + patience.milliseconds;
      const onBehalf = AsyncLocalStorage.snapshot();
      const waiting = { item, latest, onBehalf, resolve, reject };
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
