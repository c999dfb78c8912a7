import { spawnSync } from 'node:child_process';

/**
 * Watches the npm that runs this process, if one does: neither it nor its shell passes on a signal
 * that ends it, so the process would keep running.
 * @param {() => void} stop called once when npm is gone
 */
export function stopWithNpm(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const npm = shellsParent(parent) ?? parent;
  const watch = setInterval(() => {
    if (process.ppid === parent && isRunning(npm)) return;
    clearInterval(watch);
    stop();
  }, 500);
}

/**
 * @param {number} pid
 * @returns {number | null} the parent of a process that is a shell; null for any other
 */
function shellsParent(pid) {
  const { stdout, error } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  const match = error === undefined ? /^\s*(\d+)\s+\S*sh\s*$/.exec(stdout) : null;
  return match === null ? null : Number(match[1]);
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
