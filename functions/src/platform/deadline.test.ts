import { expect, onTestFinished, test, vi } from 'vitest';
import { inTime, timeout } from './deadline.ts';

test('what takes too long is unavailable', async () => {
  const { promise } = Promise.withResolvers();
  await expect(inTime(promise, AbortSignal.abort())).rejects.toMatchObject({
    code: 'unavailable',
    detail: 'This took too long. Please try again.',
    retryAfter: 10,
  });
});

test('the time of a call ends with it, and its timer too', { tags: 'P22' }, () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [gone, reason] = [new AbortController(), new Error('Gone')];
  const [late, left] = [timeout(20), timeout(20, gone.signal)];
  gone.abort(reason);
  expect([left.reason, late.aborted, vi.getTimerCount()]).toEqual([reason, false, 1]);
  vi.advanceTimersByTime(20);
  expect(late.aborted).toBe(true);
});
