import { expect, test } from 'vitest';
import { availableMemory, MIB, mostJokes } from './memory.ts';

test.each([
  [512, 20_000],
  [768, 60_000],
  [1_024, 100_000],
  [2_048, 260_000],
])('%i MiB are enough for %i jokes', (mebibytes, jokes) => {
  expect(mostJokes(mebibytes * MIB)).toBe(jokes);
});

test('the memory is that of the container, never more than the computer has', () => {
  expect(availableMemory()).toBeGreaterThan(64 * MIB);
  expect(Number.isSafeInteger(availableMemory())).toBe(true);
});
