// Runs on a thread that only computes password hashes, so that requests don't wait for them.
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';
import { passwordJob, type PasswordJob, type PasswordResult } from './password-job.ts';

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

function run(job: PasswordJob): PasswordResult {
  const prehash = digest(job.password);
  return job.kind === 'hash'
    ? { hash: hashSync(prehash, COST) }
    : { matches: compareSync(prehash, job.hash) };
}

parentPort?.on('message', (message: unknown) => {
  parentPort?.postMessage(run(passwordJob.parse(message)), []);
});
