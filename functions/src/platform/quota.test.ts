import { expect, test } from 'vitest';
import { createNetworkQuota, type NetworkLimits } from './quota.ts';

const HOUR_MS = 3_600_000;

/** A quota of an hour, and whether a network, such as `a.b`, gets a use of it. */
function open(limits: Omit<NetworkLimits, 'windowMs'>) {
  let now = Date.UTC(2026, 0, 1);
  const take = createNetworkQuota({ ...limits, windowMs: HOUR_MS }, () => now);
  const takeFrom = (subnet: string) => take({ subnet, provider: subnet.split('.')[0] ?? '' });
  return {
    takeFrom,
    gets: (subnet: string): boolean => {
      try {
        takeFrom(subnet);
        return true;
      } catch {
        return false;
      }
    },
    wait: (ms: number) => (now += ms),
  };
}

test('a network gets its uses in each hour, and is told when the next one begins', () => {
  const { gets, takeFrom, wait } = open({ subnet: 2 });
  expect([gets('a.a'), gets('a.a'), gets('a.a'), gets('a.b')]).toEqual([true, true, false, true]);
  wait(1_000);
  expect(() => takeFrom('a.a')).toThrow(
    expect.objectContaining({ code: 'too_many_requests', retryAfter: 3_599 }),
  );
  wait(HOUR_MS - 1_001);
  expect(gets('a.a')).toBe(false);
  wait(1);
  expect(gets('a.a')).toBe(true);
});

test('the networks of one provider get a fifth of what everyone gets', { tags: 'S26' }, () => {
  const { gets } = open({ subnet: 1, site: 10 });
  expect(['a.a', 'a.b', 'a.c'].map(gets)).toEqual([true, true, false]);
  // What its network has used up takes nothing from the others.
  expect(gets('a.a')).toBe(false);
  const others = Array.from({ length: 9 }, (_, provider) => `${provider}.a`);
  expect(others.filter(gets)).toHaveLength(8);
});

test('a flood of networks does not make it forget everyone or who keeps asking', () => {
  const { gets } = open({ subnet: 1, site: 30_001 });
  gets('a.a');
  for (let provider = 0; provider < 30_000; provider += 1) {
    expect(gets(`${provider}.f`)).toBe(true);
    if (provider % 2_000 === 0) expect(gets('a.a')).toBe(false);
  }
  expect(gets('g.g')).toBe(false);
});
