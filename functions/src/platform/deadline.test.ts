import { expect, test } from 'vitest';
import { inTime } from './deadline.ts';

test('what takes too long is unavailable', async () => {
  const { promise } = Promise.withResolvers();
  await expect(inTime(promise, 0.001)).rejects.toMatchObject({
    code: 'unavailable',
    detail: 'This took too long. Please try again.',
    retryAfter: 10,
  });
});
