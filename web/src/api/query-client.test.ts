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

test.each<ErrorCode>(['unavailable', 'internal', 'request_timeout'])(
  '%s is tried three times',
  async (code) => {
    expect(await triesOf(new ApiError(code, 'No.'))).toBe(3);
  },
);

test.each<ErrorCode>(['not_found', 'invalid_input', 'too_many_requests', 'conflict'])(
  '%s is tried once',
  async (code) => {
    expect(await triesOf(new ApiError(code, 'No.'))).toBe(1);
  },
);
