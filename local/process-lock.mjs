import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** How many files of earlier holders stay. No process falls that far behind between reading and taking. */
const KEPT = 100;

/**
 * Waits until this process alone holds the lock, which it then has until it releases it or ends, however
 * it ends.
 *
 * Each time the lock is taken is a file with the next higher number, which holds the process id of the
 * holder, or nothing after it was released. Of all processes that find the newest one dead or released,
 * one creates the next: a lock that was taken over can't be taken from its new holder by mistake.
 * @param {string} folder the lock's own folder
 * @param {(pid: number) => void} onWait called once if another process holds the lock
 * @returns {Promise<() => void>} releases the lock
 */
export async function acquireLock(folder, onWait) {
  mkdirSync(folder, { recursive: true });
  let reported = false;
  for (;;) {
    const newest = Math.max(0, ...numbers(folder));
    const holder = readHolder(join(folder, String(newest)));
    if (holder === null || !isAlive(holder)) {
      const file = join(folder, String(newest + 1));
      if (!create(file)) continue;
      for (const number of numbers(folder)) {
        if (number < newest - KEPT) rmSync(join(folder, String(number)), { force: true });
      }
      return releaser(file);
    }
    if (!reported) onWait(holder);
    reported = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Creates a file with this process's id, at once and complete.
 * @param {string} file
 * @returns {boolean} false if it exists
 */
function create(file) {
  const draft = `${file}-${randomUUID()}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/** @param {string} file */
function releaser(file) {
  const release = () => {
    process.off('exit', release);
    if (existsSync(file)) truncateSync(file);
  };
  process.once('exit', release);
  return release;
}

/** @param {string} folder */
function numbers(folder) {
  return readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/**
 * @param {string} file
 * @returns {number | null} null if it was released or is gone
 */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function errorCode(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
