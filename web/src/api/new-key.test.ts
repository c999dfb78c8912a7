import { expect, test } from 'vitest';
import { idempotencyHeaders } from '../../../functions/src/contract/jokes.ts';
import { newKey } from './new-key.ts';

test('a key is a random UUID, also on pages without HTTPS', () => {
  const keys = Array.from({ length: 20 }, newKey);
  for (const key of keys) {
    expect(idempotencyHeaders.parse({ 'idempotency-key': key })).toEqual({
      'idempotency-key': key,
    });
  }
  expect(new Set(keys).size).toBe(20);
});
