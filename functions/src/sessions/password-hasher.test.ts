import { expect, test } from 'vitest';
import { createPasswordHasher, createPasswordQueue } from './password-hasher.ts';

const passwords = createPasswordHasher();

test(
  'a password longer than what bcrypt reads, or with a zero character, matches only as a whole, however it is encoded',
  { tags: 'S5' },
  async () => {
    const rest = `\u0000${'x'.repeat(72)}`;
    const hash = await passwords.hash(`caf\u00E9${rest}a`);
    expect(await passwords.verify(`cafe\u0301${rest}a`, hash)).toBe(true);
    expect(await passwords.verify(`caf\u00E9${rest}b`, hash)).toBe(false);
  },
);

test('a password is hashed by a thread that answers no requests', { tags: 'S5' }, async () => {
  const answers: unknown[] = [];
  process.once('worker', (worker) => worker.on('message', (answer) => answers.push(answer)));
  const hash = await createPasswordHasher().hash('correct horse');
  expect(answers).toEqual([hash]);
});

test('a thread that fails is replaced', async () => {
  const noSalt = 'x'.repeat(60);
  await expect(passwords.verify('x', noSalt)).rejects.toThrow(/salt/);
  expect(await passwords.hash('works again')).toMatch(/^\$2b\$/);
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
