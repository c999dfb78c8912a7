import { describe, expect, test } from 'vitest';
import { withDeadline } from './deadline.ts';
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
  test('batches what arrives while it runs, one batch at a time per key', async () => {
    const batches: string[] = [];
    const batch = createBatcher<number, number>(3, timeout, async (key, items) => {
      batches.push(`${key}:${items.join()}`);
      await Promise.resolve();
      return items.map((item) => item * 10);
    });
    const results = await Promise.all([1, 2, 3, 4, 5].map((item) => batch('a', item)));
    await batch('b', 6);
    expect(results).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual(['a:1', 'a:2,3,4', 'a:5', 'b:6']);
  });

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

test('a queue runs one task at a time, in order, and continues after failures', async () => {
  const queue = createQueue(timeout);
  const events: string[] = [];
  const task = (name: string) => async () => {
    events.push(`${name} starts`);
    await Promise.resolve();
    events.push(`${name} ends`);
    if (name === 'a') throw new Error('a');
  };
  await Promise.allSettled([queue(task('a')), queue(task('b'))]);
  expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
});

test('a deadline ends the wait, not the work', async () => {
  await expect(
    withDeadline(new Promise(() => undefined), 1, () => new Error('late')),
  ).rejects.toThrow('late');
  expect(await withDeadline(Promise.resolve(1), 1_000, () => new Error('late'))).toBe(1);
});
