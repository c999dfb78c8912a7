import { expect, test } from 'vitest';
import { createMemoryQuota, type MemoryLimits } from './memory-quota.ts';

const HOUR_MS = 3_600_000;

/** A quota of an hour, and whether a client at this address (three parts) gets a use of it. */
function open(limits: Omit<MemoryLimits, 'windowMs'>, maxInstances = 1) {
  let now = Date.UTC(2026, 0, 1);
  const quota = createMemoryQuota(
    { ...limits, windowMs: HOUR_MS },
    { maxInstances, clock: () => now },
  );
  const take = (address: string) => {
    const [provider = '', wide = ''] = address.split('.');
    return quota.take({ provider, wide: `${provider}.${wide}`, narrow: address });
  };
  return {
    take,
    gets: (address: string): boolean => {
      try {
        take(address);
        return true;
      } catch {
        return false;
      }
    },
    wait: (ms: number) => (now += ms),
  };
}

test.each([
  [{ narrow: 2 }, 'a.a.a', 'a.a.b'],
  [{ wide: 2 }, 'a.a.b', 'a.b.a'],
  [{ provider: 2 }, 'a.b.a', 'b.a.a'],
])('a network may use %j in an hour, and others too', (limits, same, other) => {
  const { gets, take, wait } = open(limits);
  expect([gets('a.a.a'), gets(same), gets(same)]).toEqual([true, true, false]);
  expect(gets(other)).toBe(true);
  wait(1_000);
  expect(() => take('a.a.a')).toThrow(
    expect.objectContaining({ code: 'too_many_requests', retryAfter: 3_599 }),
  );
  wait(HOUR_MS - 1_001);
  expect(gets('a.a.a')).toBe(false);
  wait(1);
  expect(gets('a.a.a')).toBe(true);
});

test('an instance counts its share of the limit for the whole site, at least one', () => {
  const addresses = ['a.a.a', 'b.b.b', 'c.c.c', 'd.d.d'];
  expect(addresses.map(open({ site: 39 }, 10).gets)).toEqual([true, true, true, false]);
  expect(addresses.map(open({ site: 3 }, 10).gets)).toEqual([true, false, false, false]);
});

test('a use that was given back can be taken again', () => {
  const { gets, take } = open({ narrow: 1 });
  take('a.a.a')();
  expect([gets('a.a.a'), gets('a.a.a')]).toEqual([true, false]);
});

test('a flood of addresses does not make it forget the whole site or who keeps asking', () => {
  const { gets } = open({ site: 30_001, narrow: 1 });
  gets('a.a.a');
  for (let address = 0; address < 30_000; address += 1) {
    expect(gets(`f.f.${address}`)).toBe(true);
    if (address % 5_000 === 0) expect(gets('a.a.a')).toBe(false);
  }
  expect(gets('g.g.g')).toBe(false);
});
