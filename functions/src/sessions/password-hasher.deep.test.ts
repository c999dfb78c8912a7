import { describe, expect, test } from 'vitest';
import { passwordHasher } from './password-hasher.ts';

describe('a password', { tags: 'S5' }, () => {
  test.each([
    ['after a zero character', 'pass\u0000', 'word', 'port'],
    ['in case', 'passwor', 'd', 'D'],
  ])('does not match one that differs only %s', async (_where, start, end, other) => {
    const hash = await passwordHasher.hash(start + end);
    expect(await passwordHasher.verify(start + end, hash)).toBe(true);
    expect(await passwordHasher.verify(start + other, hash)).toBe(false);
  });

  test('matches however its accents are encoded', async () => {
    const hash = await passwordHasher.hash('caf\u00E9 au lait');
    expect(await passwordHasher.verify('cafe\u0301 au lait', hash)).toBe(true);
  });
});
