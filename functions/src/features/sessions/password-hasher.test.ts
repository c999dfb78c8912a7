import { describe, expect, test } from 'vitest';
import { createPasswordHasher, createPasswordQueue } from './password-hasher.ts';

const passwords = createPasswordHasher();

describe('a password', { tags: 'S5' }, () => {
  test.each([
    ['after byte 72', 'x'.repeat(72), 'a', 'b'],
    ['in the last of 1,000 characters', 'x'.repeat(999), 'a', 'b'],
    ['after a zero character', 'pass\u0000', 'word', 'port'],
    ['in case', 'passwor', 'd', 'D'],
  ])('does not match one that differs only %s', async (_where, start, end, other) => {
    const hash = await passwords.hash(start + end);
    expect(await passwords.verify(start + end, hash)).toBe(true);
    expect(await passwords.verify(start + other, hash)).toBe(false);
  });

  test('matches however its accents are encoded', async () => {
    const hash = await passwords.hash('caf\u00E9 au lait');
    expect(await passwords.verify('cafe\u0301 au lait', hash)).toBe(true);
  });
});

test(
  'the thread that answers requests spends less than 50 ms on a password, the password thread more',
  { tags: 'S5' },
  async () => {
    await passwords.hash('starts the thread');
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
    await passwords.hash('correct horse');
    const ownMs = process.threadCpuUsage(own).user / 1_000;
    const allMs = process.cpuUsage(all).user / 1_000;
    expect(ownMs).toBeLessThan(50);
    expect(allMs).toBeGreaterThan(2 * ownMs);
  },
);

test('a thread that fails is replaced', async () => {
  const noSalt = 'x'.repeat(60);
  await expect(passwords.verify('x', noSalt)).rejects.toThrow(/salt/);
  expect(await passwords.hash('works again')).toMatch(/^\$2b\$/);
});

test('an urgent password gets a place in a full queue and goes first', { tags: 'X6' }, async () => {
  const queue = createPasswordQueue();
  const done: string[] = [];
  const job = (name: string) => () => {
    done.push(name);
    return Promise.resolve();
  };
  const results = Promise.allSettled([
    ...Array.from({ length: 20 }, (_, index) => queue(job(`other ${index}`), false)),
    ...Array.from({ length: 5 }, (_, index) => queue(job(`urgent ${index}`), true)),
  ]);
  const refused = (await results).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfter: 5 } });
  expect(done).toHaveLength(20);
  expect(done.slice(0, 6)).toEqual([
    'other 0',
    'urgent 0',
    'urgent 1',
    'urgent 2',
    'urgent 3',
    'other 1',
  ]);
  await expect(queue(() => Promise.reject(new Error('broken')), false)).rejects.toThrow('broken');
  expect(await queue(() => Promise.resolve('works again'), false)).toBe('works again');
});
