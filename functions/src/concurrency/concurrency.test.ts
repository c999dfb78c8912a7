import { describe, expect, test } from 'vitest';
import { withDeadline } from './deadline.ts';
import { createExpiringValue } from '../cache/expiring-value.ts';
import { createFold } from './batch.ts';
import { createKeptMap } from '../cache/cached-map.ts';
import { createQueue } from './queue.ts';

const patient = { milliseconds: 10, clock: () => 0, late: () => new Error('late') };

test('what waits too long for its turn is given up without being done', async () => {
  let now = 0;
  const impatient = { ...patient, clock: () => now };
  const first = Promise.withResolvers<number[]>();
  const begun = Promise.withResolvers<void>();
  const done: number[] = [];
  const fold = createFold<number, number>(10, impatient, (_key, items) => {
    done.push(...items);
    return first.promise;
  });
  const queue = createQueue(impatient);
  const results = Promise.allSettled([
    fold('a', 1),
    fold('a', 2),
    queue(() => {
      begun.resolve();
      return first.promise;
    }),
    queue(() => Promise.resolve(done.push(4))),
  ]);
  await begun.promise;
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

describe('a fold', () => {
  test('runs what arrived meanwhile together, one round at a time for a key', async () => {
    const rounds: string[] = [];
    const fold = createFold<number, number>(3, patient, async (key, items) => {
      rounds.push(`${key}:${items.join()}`);
      await Promise.resolve();
      return items.map((item) => item * 10);
    });
    const results = await Promise.all([1, 2, 3, 4, 5].map((item) => fold('a', item)));
    await fold('b', 6);
    expect(results).toEqual([10, 20, 30, 40, 50]);
    expect(rounds).toEqual(['a:1', 'a:2,3,4', 'a:5', 'b:6']);
  });

  test('that fails tells everyone of its round, and goes on with the next', async () => {
    let round = 0;
    const fold = createFold<number, number>(10, patient, (_key, items) => {
      round += 1;
      return round === 2 ? Promise.reject(new Error('round 2')) : Promise.resolve(items);
    });
    const results = await Promise.allSettled([fold('a', 1), fold('a', 2), fold('a', 3)]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await fold('a', 4)).toBe(4);
  });
});

test('a queue runs one task at a time, in order, past failures', async () => {
  const queue = createQueue(patient);
  const events: string[] = [];
  const task = (name: string) => async () => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
    if (name === 'a') throw new Error('a');
  };
  await Promise.allSettled([queue(task('a')), queue(task('b'))]);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

describe('an expiring value', () => {
  function counter(lifetime: number) {
    const state = { now: 0, loads: 0, fails: false };
    const value = createExpiringValue(
      () => {
        state.loads += 1;
        return state.fails ? Promise.reject(new Error('down')) : Promise.resolve(state.loads);
      },
      lifetime,
      () => state.now,
    );
    return { state, value };
  }

  test('is loaded once while it lives, and by all who wait together', async () => {
    const { state, value } = counter(10);
    expect(await Promise.all([value.get(), value.get()])).toEqual([1, 1]);
    state.now = 9;
    expect(await value.get()).toBe(1);
    state.now = 10;
    expect(await value.get()).toBe(2);
  });

  test('answers the old one while loading fails', { tags: 'S18' }, async () => {
    const { state, value } = counter(10);
    await value.get();
    state.now = 20;
    state.fails = true;
    expect(await value.get()).toBe(1);
  });

  test(
    'tries again five seconds after loading failed, not for everyone who asks',
    { tags: 'S18' },
    async () => {
      const { state, value } = counter(10);
      await value.get();
      state.now = 20;
      state.fails = true;
      await value.get();
      await value.get();
      expect(state.loads).toBe(2);
      state.fails = false;
      state.now = 5_020;
      expect(await value.get()).toBe(3);
    },
  );

  test('fails when there is no old one', async () => {
    const { state, value } = counter(10);
    state.fails = true;
    await expect(value.get()).rejects.toThrow('down');
  });
});

describe('a kept map', () => {
  function keeper(maximum = 100) {
    const state: { loaded: number[][]; fails: boolean; gone: number[] } = {
      loaded: [],
      fails: false,
      gone: [],
    };
    const map = createKeptMap<number, string>((keys) => {
      if (state.fails) return Promise.reject(new Error('down'));
      state.loaded.push(keys);
      return Promise.resolve(
        new Map(
          keys.filter((key) => key > 0 && !state.gone.includes(key)).map((key) => [key, `v${key}`]),
        ),
      );
    }, maximum);
    return { state, map };
  }

  test('loads only what it does not keep', async () => {
    const { state, map } = keeper();
    await map.getMany([1, 2]);
    expect(await map.getMany([2, 3])).toEqual(
      new Map([
        [2, 'v2'],
        [3, 'v3'],
      ]),
    );
    expect(state.loaded).toEqual([[1, 2], [3]]);
  });

  test('leaves out keys without a value', async () => {
    expect(await keeper().map.getMany([-1])).toEqual(new Map());
  });

  test('loads a forgotten value anew', async () => {
    const { state, map } = keeper();
    await map.getMany([1]);
    map.forget(1);
    await map.getMany([1]);
    expect(state.loaded).toEqual([[1], [1]]);
  });

  test('loads an expired value anew, and answers the old one only while that fails', async () => {
    const { state, map } = keeper();
    await map.getMany([1]);
    map.expire(1);
    state.fails = true;
    expect((await map.getMany([1])).get(1)).toBe('v1');
    state.fails = false;
    await map.getMany([1]);
    expect(state.loaded).toEqual([[1], [1]]);
  });

  test('does not keep a value that was forgotten while it was read', async () => {
    const { state, map } = keeper();
    const since = map.mark();
    map.forget(1);
    map.keep([[1, 'old']], since);
    expect((await map.getMany([1])).get(1)).toBe('v1');
    expect(state.loaded).toEqual([[1]]);
  });

  test('drops what was used longest ago', async () => {
    const { state, map } = keeper(2);
    await map.getMany([1]);
    await map.getMany([2]);
    await map.getMany([1]);
    await map.getMany([3]);
    await map.getMany([1]);
    await map.getMany([2]);
    expect(state.loaded).toEqual([[1], [2], [3], [2]]);
  });

  test('answers old values while loading fails, if it has them all', async () => {
    const { state, map } = keeper();
    await map.getMany([1, 2]);
    map.expireAll();
    state.fails = true;
    expect(await map.getMany([1])).toEqual(new Map([[1, 'v1']]));
    await expect(map.getMany([1, 3])).rejects.toThrow('down');
    state.fails = false;
    await map.getMany([1, 2]);
    expect(state.loaded).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('keeps the value of the later read, whichever arrives first', async () => {
    const { state, map } = keeper();
    const earlier = map.mark();
    const later = map.mark();
    map.keep([[1, 'new']], later);
    map.keep([[1, 'old']], earlier);
    expect((await map.getMany([1])).get(1)).toBe('new');
    map.expireAll();
    map.keep([[1, 'old']], later);
    expect((await map.getMany([1])).get(1)).toBe('v1');
    expect(state.loaded).toEqual([[1]]);
  });

  test('drops an outdated value that is found to be gone', async () => {
    const { state, map } = keeper();
    await map.getMany([1]);
    map.expire(1);
    state.gone = [1];
    expect(await map.getMany([1])).toEqual(new Map());
    state.fails = true;
    await expect(map.getMany([1])).rejects.toThrow('down');
  });
});

test('a deadline ends the wait, not the work', async () => {
  await expect(
    withDeadline(new Promise(() => undefined), 1, () => new Error('late')),
  ).rejects.toThrow('late');
  expect(await withDeadline(Promise.resolve(1), 1_000, () => new Error('late'))).toBe(1);
});
