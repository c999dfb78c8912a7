import type { Patience } from './patience.ts';

/** Runs `work` for one key over everything that arrived for it while it was busy. */
export type Fold<Item, Result> = (key: string, item: Item) => Promise<Result>;

interface Waiting<Item, Result> {
  item: Item;
  /** when it is given up, if it still waits */
  latest: number;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Folds simultaneous calls with the same key into one: the first starts at once, those that arrive
 * until it ends run together next, at most `maximum` at a time. Per key, one `work` runs at any moment.
 * What waited too long is given up: whoever asked for it has been answered.
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
      if (round.length === 0) continue;
      try {
        const results = await work(
          key,
          round.map((waiting) => waiting.item),
        );
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
      const waiting = { item, latest, resolve, reject };
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
