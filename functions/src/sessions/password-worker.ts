// Runs on a thread that only computes password hashes, so that requests don't wait for them.
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';
import * as z from 'zod';

const passwordJob = z.strictObject({ password: z.string(), hash: z.string().optional() });
/** A password to compare with a hash; without a hash, a password to hash. */
export type PasswordJob = z.infer<typeof passwordJob>;

/** bcrypt's cost: 2^12 rounds */
const COST = 12;

/**
 * Prehashes a password to 64 characters, because bcrypt reads at most 72 bytes and stops at a zero byte.
 * SHA-384 in base64 fits and contains no zero byte. NFKC makes a password the same on every keyboard and
 * system (NIST SP 800-63B, section 5.1.1.2).
 */
function digest(password: string): string {
  return createHash('sha384').update(password.normalize('NFKC')).digest('base64');
}

parentPort?.on('message', (message: unknown) => {
  const { password, hash } = passwordJob.parse(message);
  const prehash = digest(password);
  const result = hash === undefined ? hashSync(prehash, COST) : compareSync(prehash, hash);
  parentPort?.postMessage(result, []);
});
