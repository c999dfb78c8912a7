import { expect, test } from 'vitest';
import { createPasswordQueue } from './password-queue.ts';

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
