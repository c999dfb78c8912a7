import { expect, test } from 'vitest';
import { createQuota, createQuotas, type Quota } from './quota.ts';

const HOUR_MS = 3_600_000;

/** A quota of an hour, and whether a network, such as `a.b`, gets a use of it. */
function open(quota: Omit<Quota, 'windowMs'>) {
  let now = Date.UTC(2026, 0, 1);
  const take = createQuota({ ...quota, windowMs: HOUR_MS }, () => now);
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
  const { gets, takeFrom, wait } = open({ network: 2 });
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
  const { gets } = open({ network: 1, everyone: 10 });
  expect(['a.a', 'a.b', 'a.c'].map(gets)).toEqual([true, true, false]);
  // What its network has used up takes nothing from the others.
  expect(gets('a.a')).toBe(false);
  const others = Array.from({ length: 9 }, (_, provider) => `${provider}.a`);
  expect(others.filter(gets)).toHaveLength(8);
});

test('a flood of networks does not make it forget everyone or who keeps asking', () => {
  const { gets } = open({ network: 1, everyone: 30_001 });
  gets('a.a');
  for (let provider = 0; provider < 30_000; provider += 1) {
    expect(gets(`${provider}.f`)).toBe(true);
    if (provider % 2_000 === 0) expect(gets('a.a')).toBe(false);
  }
  expect(gets('g.g')).toBe(false);
});

test('the last half is only for who has used little, in each hour', { tags: 'S26' }, () => {
  const { gets, wait } = open({ network: 5, everyone: 25, little: 2 });
  const five = (subnet: string) =>
    Array.from({ length: 5 }, () => gets(subnet)).filter(Boolean).length;
  // The second network is in the provider's fifth, too.
  expect(['a.a', 'a.b', 'b.a', 'c.a'].map(five)).toEqual([5, 0, 5, 3]);
  expect(['a.b', 'b.b', 'c.c', 'd.a', 'd.b', 'e.a'].map(five)).toEqual([0, 0, 0, 2, 0, 2]);
  wait(HOUR_MS);
  expect(five('a.a')).toBe(5);
});

test(
  '100 networks that use all they may leave a newcomer ten votes, a submission and a report',
  { tags: 'S26' },
  () => {
    const take = createQuotas(() => 0);
    for (let number = 0; number < 100; number += 1) {
      const network = { subnet: `${number}`, provider: `${number}` };
      for (const each of [take.newVoter, take.vote, take.submission, take.report]) {
        expect(() => {
          for (let use = 0; use < 1_000; use += 1) each(network);
        }).toThrow('Too many requests');
      }
    }
    const newcomer = { subnet: 'newcomer', provider: 'newcomer' };
    for (const each of [take.newVoter, take.submission, take.report]) each(newcomer);
    for (let vote = 0; vote < 10; vote += 1) take.vote(newcomer);
  },
);
