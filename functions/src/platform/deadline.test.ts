import { expect, test } from 'vitest';
import { inTime } from './deadline.ts';

test('what takes too long is unavailable', async () => {
  const { promise } = Promise.withResolvers();
  await expect(inTime(promise, AbortSignal.abort())).rejects.toMatchObject({
    code: 'unavailable',
    detail: 'This took too long. Please try again.',
    retryAfter: 10,
  });
});
