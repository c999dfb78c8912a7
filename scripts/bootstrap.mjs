// Runs on whatever Node the host has (20 or newer), with nothing installed yet: installs what the
// lockfiles say where that is not up to date, then runs the given file under the project's Node.
// Usage: node scripts/bootstrap.mjs [--dev] [file.ts [arguments …]]
// With --dev, also installs devDependencies: what tests, checks and generated files need.
import { spawn, spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { constants } from 'node:os';
import { install, InstallError } from './install.mjs';
import { binDirectory, pinnedNode, root } from './project-paths.mjs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(
    `Node 20 or newer is needed to begin; this is Node ${process.versions.node}.\n`,
  );
  process.exit(1);
}

const [flag, ...rest] = process.argv.slice(2);
const dev = flag === '--dev';
try {
  await install(dev);
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

const command = dev ? rest : process.argv.slice(2);
if (command.length > 0) run(command);

/**
 * Runs a file under the project's Node and ends with its exit code.
 * @param {string[]} command the file, then its arguments
 */
function run(command) {
  const child = spawn(pinnedNode, command, {
    cwd: root,
    stdio: 'inherit',
    env: {
      METADATA_SERVER_DETECTION: 'none',
      ...process.env,
      PATH: `${binDirectory}${delimiter}${process.env['PATH'] ?? ''}`,
    },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  stopWithNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`The project's Node could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
  });
}

/**
 * Watches the npm that runs this process, if one does: neither it nor its shell passes on a signal
 * that ends it, so the process would keep running.
 * @param {() => void} stop called once when npm is gone
 */
function stopWithNpm(stop) {
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
