import { describe, expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const passwords = createPasswordHasher();

describe('a password', { tags: 'S5' }, () => {
  test.each([
    ['after a zero character', 'pass\u0000', 'word', 'port'],
    ['in case', 'passwor', 'd', 'D'],
  ])('does not match one that differs only %s', async (_where, start, end, other) => {
    const hash = await passwords.hash(start + end);
    expect(await passwords.verify(start + end, hash)).toBe(true);
    expect(await passwords.verify(start + other, hash)).toBe(false);
  });

  test('matches however its accents are encoded', async () => {
    const hash = await passwords.hash('caf\u00E9 au lait');
    expect(await passwords.verify('cafe\u0301 au lait', hash)).toBe(true);
  });
});
