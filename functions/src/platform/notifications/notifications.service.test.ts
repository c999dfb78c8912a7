import { expect, test } from 'vitest';
import { reachesStep } from './notifications.service.ts';

test('1, 10, 50 and 100 waiting facts are worth a message, and no number between', () => {
  const counts = Array.from({ length: 1_000 }, (_, index) => index + 1);
  expect(counts.filter((count) => reachesStep(count - 1, count))).toEqual([1, 10, 50, 100]);
  expect(reachesStep(9, 12)).toBe(true);
});
