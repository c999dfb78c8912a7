import { ApiError, type ErrorCode } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { createQuery, withRetries } from './create-query.ts';

async function triesOf(error: Error): Promise<number> {
  const attempt = vi.fn<() => Promise<void>>().mockRejectedValue(error);
  await expect(withRetries(attempt, [0, 0])).rejects.toBe(error);
  return attempt.mock.calls.length;
}

test.each<ErrorCode>(['unavailable', 'internal'])('%s is tried three times', async (code) => {
  expect(await triesOf(new ApiError(code, 'No.'))).toBe(3);
});

test.each<ErrorCode>(['not_found', 'invalid_input', 'too_many_requests', 'conflict'])(
  '%s is tried once',
  async (code) => {
    expect(await triesOf(new ApiError(code, 'No.'))).toBe(1);
  },
);

test('concurrent loads share one request, and listeners are called for each state', async () => {
  const answer = Promise.withResolvers<string>();
  const request = vi.fn(() => answer.promise);
  const query = createQuery(request);
  const seen: unknown[] = [];
  query.subscribe(() => seen.push(query.state('a')));
  const first = query.load('a');
  await query.load('a');
  expect(request).toHaveBeenCalledTimes(1);
  answer.resolve('A');
  await first;
  expect(seen).toMatchObject([
    { data: undefined, loading: true },
    { data: 'A', loading: false },
  ]);
});

test('fresh data is not reloaded; stale data is reloaded and shown meanwhile', async () => {
  const request = vi.fn((key: number) => Promise.resolve(key * request.mock.calls.length));
  const query = createQuery(request);
  await query.load(7);
  query.refresh(7);
  expect(request).toHaveBeenCalledTimes(1);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  query.refresh(7);
  expect(query.state(7)).toMatchObject({ data: 7, loading: true });
  await vi.waitFor(() => expect(query.state(7)).toMatchObject({ data: 14, loading: false }));
  vi.restoreAllMocks();
});

test('a failure keeps the previous data and is cleared by the next success', async () => {
  const refusal = new ApiError('not_found', 'No.');
  const answers = [Promise.resolve('A'), Promise.reject(refusal), Promise.resolve('B')];
  const query = createQuery(() => answers.shift() ?? Promise.reject(refusal));
  await query.load(1);
  await query.load(1);
  expect(query.state(1)).toMatchObject({ data: 'A', error: refusal, loading: false });
  await query.load(1);
  expect(query.state(1)).toMatchObject({ data: 'B', error: undefined });
});
