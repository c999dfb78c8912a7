import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Waits until this process alone holds the lock, which it then keeps until it is released or the
 * process ends. A lock whose process is gone is taken over.
 * @param {string} file path of the lock file
 * @param {(pid: number) => void} onWait told once if another process holds the lock
 * @returns {Promise<() => void>} releases the lock
 */
export async function acquireLock(file, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  let told = false;
  while (!create(file)) {
    const holder = readHolder(file);
    if (holder !== null && !isAlive(holder)) {
      if (readHolder(file) === holder) rmSync(file, { force: true });
      continue;
    }
    if (holder !== null && !told) {
      told = true;
      onWait(holder);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

/** @param {string} file */
function create(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} file
 * @returns {number | null} null while the lock is being created or was just released
 */
function readHolder(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
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
