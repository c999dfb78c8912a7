import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retry, retryNow } from './retry.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** An attempt that succeeds after some failures. @returns it, and when it was made, in seconds */
function failing(failures: number) {
  const began = Date.now();
  const times: number[] = [];
  const attempt = () => {
    times.push((Date.now() - began) / 1_000);
    return times.length > failures
      ? Promise.resolve('done')
      : Promise.reject(new Error(`Failure ${times.length}`));
  };
  return { attempt, times };
}

test('the pauses double up to five minutes, unless a failure asks for more', async () => {
  const { attempt, times } = failing(10);
  const asked = [0, 0, 20_000];
  const done = retry(attempt, () => asked.shift() ?? 0);
  await vi.runAllTimersAsync();
  expect(await done).toBe('done');
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(pauses).toEqual([2, 4, 20, 16, 32, 64, 128, 256, 300, 300]);
});

test('a failure can be the last', async () => {
  const { attempt, times } = failing(5);
  const done = retry(attempt, () => (times.length === 2 ? null : 0)).catch(String);
  await vi.runAllTimersAsync();
  expect(await done).toBe('Error: Failure 2');
});

test('a reason to try again now ends every pause', async () => {
  const [one, other] = [failing(1), failing(1)];
  const done = Promise.all([one, other].map(({ attempt }) => retry(attempt, () => 60_000)));
  await vi.advanceTimersByTimeAsync(500);
  retryNow();
  expect(await done).toEqual(['done', 'done']);
  expect([one.times, other.times]).toEqual([
    [0, 0.5],
    [0, 0.5],
  ]);
});
