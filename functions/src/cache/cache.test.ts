import { describe, expect, test } from 'vitest';
import { createCachedMap } from './cached-map.ts';
import { createExpiringValue } from './expiring-value.ts';

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

  test('is loaded once in its lifetime, and shared by concurrent callers', async () => {
    const { state, value } = counter(10);
    expect(await Promise.all([value.get(), value.get()])).toEqual([1, 1]);
    state.now = 9;
    expect(await value.get()).toBe(1);
    state.now = 10;
    expect(await value.get()).toBe(2);
  });

  test('returns the stale value while loading fails', { tags: 'S18' }, async () => {
    const { state, value } = counter(10);
    await value.get();
    state.now = 20;
    state.fails = true;
    expect(await value.get()).toBe(1);
  });

  test('retries five seconds after a failed load, not on every call', { tags: 'S18' }, async () => {
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
  });

  test('fails when nothing is cached', async () => {
    const { state, value } = counter(10);
    state.fails = true;
    await expect(value.get()).rejects.toThrow('down');
  });
});

describe('a cached map', () => {
  function createMap(maximum = 100) {
    const state: { loaded: number[][]; fails: boolean; gone: number[] } = {
      loaded: [],
      fails: false,
      gone: [],
    };
    const map = createCachedMap<number, string>((keys) => {
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

  test('loads only what is not cached', async () => {
    const { state, map } = createMap();
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
    expect(await createMap().map.getMany([-1])).toEqual(new Map());
  });

  test('reloads a forgotten value', async () => {
    const { state, map } = createMap();
    await map.getMany([1]);
    map.forget(1);
    await map.getMany([1]);
    expect(state.loaded).toEqual([[1], [1]]);
  });

  test('reloads an expired value, and returns the stale one only if that fails', async () => {
    const { state, map } = createMap();
    await map.getMany([1]);
    map.expire(1);
    state.fails = true;
    expect((await map.getMany([1])).get(1)).toBe('v1');
    state.fails = false;
    await map.getMany([1]);
    expect(state.loaded).toEqual([[1], [1]]);
  });

  test('does not cache a value that was forgotten during its read', async () => {
    const { state, map } = createMap();
    const read = map.beginRead();
    map.forget(1);
    map.store([[1, 'old']], read);
    expect((await map.getMany([1])).get(1)).toBe('v1');
    expect(state.loaded).toEqual([[1]]);
  });

  test('evicts the least recently used', async () => {
    const { state, map } = createMap(2);
    await map.getMany([1]);
    await map.getMany([2]);
    await map.getMany([1]);
    await map.getMany([3]);
    await map.getMany([1]);
    await map.getMany([2]);
    expect(state.loaded).toEqual([[1], [2], [3], [2]]);
  });

  test('returns stale values while loading fails, if it has them all', async () => {
    const { state, map } = createMap();
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

  test('keeps the value of the later read, whichever finishes first', async () => {
    const { state, map } = createMap();
    const earlier = map.beginRead();
    const later = map.beginRead();
    map.store([[1, 'new']], later);
    map.store([[1, 'old']], earlier);
    expect((await map.getMany([1])).get(1)).toBe('new');
    map.expireAll();
    map.store([[1, 'old']], later);
    expect((await map.getMany([1])).get(1)).toBe('v1');
    expect(state.loaded).toEqual([[1]]);
  });

  test('drops a stale value that no longer exists', async () => {
    const { state, map } = createMap();
    await map.getMany([1]);
    map.expire(1);
    state.gone = [1];
    expect(await map.getMany([1])).toEqual(new Map());
    state.fails = true;
    await expect(map.getMany([1])).rejects.toThrow('down');
  });
});
