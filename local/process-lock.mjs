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

/** How many files of earlier holders remain. No process falls that far behind between reading and taking. */
const MAX_OLD_FILES = 100;

/**
 * Waits until this process holds the lock. It then holds the lock until it releases it or ends, even if it
 * is killed.
 *
 * Each holder creates a file with the next higher number. The file contains the holder's process id and is
 * emptied when the lock is released. If several processes find the newest holder gone, only one of them can
 * create the next file, so none can take the lock from its new holder by mistake.
 * @param {string} folder a folder for this lock only
 * @param {(pid: number) => void} onWait called once, with the holder's process id, if another process
 *   holds the lock
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
        if (number < newest - MAX_OLD_FILES) rmSync(join(folder, String(number)), { force: true });
      }
      return releaser(file);
    }
    if (!reported) onWait(holder);
    reported = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Atomically creates a file that contains this process's id.
 * @param {string} file
 * @returns {boolean} false if the file exists
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
 * @returns {number | null} null if the lock was released or the file is gone
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
