import { describe, expect, test } from 'vitest';
import { createCache } from './cache.ts';

const LIFETIME_MS = 10_000;

/** A cache whose values are the key and the number of the load, and what it was asked to load. */
function numbered(maximum = 100) {
  const state: { now: number; loads: number[][]; fails: boolean; waits?: Promise<void> } = {
    now: 1,
    loads: [],
    fails: false,
  };
  const cache = createCache<number, string>(
    async (keys) => {
      state.loads.push([...keys]);
      const number = state.loads.length;
      if (state.fails) throw new Error('down');
      await state.waits;
      return keys.map((key) => `${key} of load ${number}`);
    },
    { maximum, lifetimeMs: LIFETIME_MS, clock: () => state.now },
  );
  const getAll = (...keys: number[]) => Promise.all(keys.map((key) => cache.get(key)));
  return { state, cache, getAll };
}

describe('a cache', () => {
  test('tries again five seconds after a failed load, not on every call', async () => {
    const { state, getAll } = numbered();
    await getAll(1);
    state.now += LIFETIME_MS;
    state.fails = true;
    await getAll(1);
    await getAll(1);
    expect(state.loads).toHaveLength(2);
    state.fails = false;
    state.now += 5_001;
    expect(await getAll(1)).toEqual(['1 of load 3']);
  });

  test.each(['expire', 'expireAll'] as const)(
    'loads a value again that was expired while it was being loaded: %s',
    async (method) => {
      const { state, cache, getAll } = numbered();
      for (const before of ['missing', 'stale']) {
        const loading = Promise.withResolvers<void>();
        state.waits = loading.promise;
        const first = getAll(1);
        await Promise.resolve();
        cache[method](1);
        loading.resolve();
        await first;
        const loads = state.loads.length;
        await getAll(1);
        expect(state.loads, before).toHaveLength(loads + 1);
        cache.expire(1);
      }
    },
  );

  test('keeps a value that was set while an older one was being loaded', async () => {
    const { state, cache, getAll } = numbered();
    const loading = Promise.withResolvers<void>();
    state.waits = loading.promise;
    const first = getAll(1);
    cache.set(1, 'newer');
    loading.resolve();
    expect(await first).toEqual(['1 of load 1']);
    expect(await getAll(1)).toEqual(['newer']);
  });

  test('evicts the least recently used value', async () => {
    const { state, getAll } = numbered(2);
    for (const key of [1, 2, 1, 3, 1, 2]) await getAll(key);
    expect(state.loads).toEqual([[1], [2], [3], [2]]);
  });
});
