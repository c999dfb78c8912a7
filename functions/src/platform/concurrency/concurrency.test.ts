import { describe, expect, test } from 'vitest';
import { createBatcher } from './batch.ts';
import { createQueue } from './queue.ts';

const timeout = { milliseconds: 10, clock: () => 0, late: () => new Error('late') };

test('what waits too long for its turn is rejected without running', async () => {
  let now = 0;
  const expiring = { ...timeout, clock: () => now };
  const first = Promise.withResolvers<number[]>();
  const started = Promise.withResolvers<void>();
  const done: number[] = [];
  const batch = createBatcher<number, number>(10, expiring, (_key, items) => {
    done.push(...items);
    return first.promise;
  });
  const queue = createQueue(expiring);
  const results = Promise.allSettled([
    batch('a', 1),
    batch('a', 2),
    queue(() => {
      started.resolve();
      return first.promise;
    }),
    queue(() => Promise.resolve(done.push(4))),
  ]);
  await started.promise;
  now = 11;
  first.resolve([1]);
  expect((await results).map((result) => result.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ]);
  expect(done).toEqual([1]);
});

describe('a batcher', () => {
  test('rejects every item of a batch that fails, then continues with the next', async () => {
    let batches = 0;
    const batch = createBatcher<number, number>(10, timeout, (_key, items) => {
      batches += 1;
      return batches === 2 ? Promise.reject(new Error('batch 2')) : Promise.resolve(items);
    });
    const results = await Promise.allSettled([batch('a', 1), batch('a', 2), batch('a', 3)]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await batch('a', 4)).toBe(4);
  });
});
