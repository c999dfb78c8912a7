import { ApiError, type ErrorCode } from 'functions/contract';
import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

async function triesOf(error: Error): Promise<number> {
  let tries = 0;
  const queryFn = () => {
    tries += 1;
    return Promise.reject(error);
  };
  const query = createQueryClient().fetchQuery({ queryKey: ['x'], queryFn, retryDelay: 0 });
  await expect(query).rejects.toBe(error);
  return tries;
}

test.each<[ErrorCode, number]>([
  ['unavailable', 3],
  ['internal', 3],
  ['outcome_unknown', 3],
  ['not_found', 1],
  ['too_many_requests', 1],
])('what fails with %s is tried this often: %i', async (code, tries) => {
  expect(await triesOf(new ApiError(code, 'No.'))).toBe(tries);
});
