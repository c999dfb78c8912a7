// Runs on whatever Node the host has (20 or newer), with nothing installed yet: installs what the
// lockfiles say where that is not up to date, then runs the given file under the project's Node.
// Usage: node scripts/bootstrap.mjs [file.ts [arguments …]]
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { constants } from 'node:os';
import { install, InstallError } from './install.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';
import { binDirectory, pinnedNode, root } from './project-paths.mjs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(
    `Node 20 or newer is needed to begin; this is Node ${process.versions.node}.\n`,
  );
  process.exit(1);
}

try {
  await install();
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

const command = process.argv.slice(2);
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
