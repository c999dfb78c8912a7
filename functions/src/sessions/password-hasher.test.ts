// @module-tag S5
import { afterEach, expect, test, vi } from 'vitest';
import { passwordHasher } from './password-hasher.ts';

afterEach(() => vi.restoreAllMocks());

/** How often other work gets a turn until something is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const next = () => {
    turns += 1;
    return setImmediate(() => (waiting = next()));
  };
  let waiting = next();
  await work.finally(() => clearImmediate(waiting));
  return turns;
}

test('a password longer than what bcrypt reads, or with a zero character, matches only as a whole, however it is encoded', async () => {
  const rest = `\u0000${'x'.repeat(72)}`;
  const hash = await passwordHasher.hash(`caf\u00E9${rest}a`);
  const account = { password_hash: hash };
  const verify = (password: string) =>
    passwordHasher.verify(password, () => Promise.resolve(account));
  expect(await verify(`cafe\u0301${rest}a`)).toBe(account);
  expect(await verify(`caf\u00E9${rest}b`)).toBeUndefined();
});

test('a password of cost 12 is hashed in steps of 100 ms', async () => {
  // bcryptjs looks at the clock after each of 4,096 rounds.
  let milliseconds = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => (milliseconds += 1));
  const steps = 4_096 / 101;
  const hashing = passwordHasher.hash('correct horse');
  expect(await turnsDuring(hashing)).toBeGreaterThanOrEqual(steps);
  const account = { password_hash: await hashing };
  const verifying = passwordHasher.verify('correct horse', () => Promise.resolve(account));
  expect(await turnsDuring(verifying)).toBeGreaterThanOrEqual(steps);
  expect(await verifying).toBe(account);
});
