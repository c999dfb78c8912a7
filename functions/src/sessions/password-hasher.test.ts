import { afterEach, expect, test, vi } from 'vitest';
import { createPasswordQueue, passwordHasher } from './password-hasher.ts';

afterEach(() => vi.restoreAllMocks());

/** How often other work gets a turn until something is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const next = () => {
    turns += 1;
    return setImmediate(() => (waiting = next()));
  };
  let waiting = next();
  await work.finally(() => clearImmediate(waiting));
  return turns;
}

test(
  'a password longer than what bcrypt reads, or with a zero character, matches only as a whole, however it is encoded',
  { tags: 'S5' },
  async () => {
    const rest = `\u0000${'x'.repeat(72)}`;
    const hash = await passwordHasher.hash(`caf\u00E9${rest}a`);
    expect(await passwordHasher.verify(`cafe\u0301${rest}a`, hash)).toBe(true);
    expect(await passwordHasher.verify(`caf\u00E9${rest}b`, hash)).toBe(false);
  },
);

test('a password of cost 12 is hashed in steps of 100 ms', { tags: 'S5' }, async () => {
  // bcryptjs looks at the clock after each of 4,096 rounds.
  let milliseconds = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => (milliseconds += 1));
  const steps = 4_096 / 101;
  const hashing = passwordHasher.hash('correct horse');
  expect(await turnsDuring(hashing)).toBeGreaterThanOrEqual(steps);
  const verifying = passwordHasher.verify('correct horse', await hashing);
  expect(await turnsDuring(verifying)).toBeGreaterThanOrEqual(steps);
  expect(await verifying).toBe(true);
});

test('an urgent password gets a place in a full queue and goes first', { tags: 'S6' }, async () => {
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
  expect(refused).toHaveLength(15);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfter: 5 } });
  expect(done).toHaveLength(10);
  expect(done.slice(0, 5)).toEqual(['other 0', 'urgent 0', 'urgent 1', 'urgent 2', 'other 1']);
  await expect(queue(() => Promise.reject(new Error('broken')), false)).rejects.toThrow('broken');
  expect(await queue(() => Promise.resolve('works again'), false)).toBe('works again');
});
