// Runs on whatever Node the host has (20 or newer), with nothing installed yet: installs what the
// lockfiles say where that is not up to date, then runs the given file under the project's Node.
// Usage: node scripts/bootstrap.mjs [--dev] [file.ts [arguments …]]
// With --dev, also installs devDependencies: what tests, checks and generated files need.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { install, pinnedNode, root } from './install.mjs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(
    `Node 20 or newer is needed to begin; this is Node ${process.versions.node}.\n`,
  );
  process.exit(1);
}

if (root.includes('#')) {
  process.stderr.write(
    `Move the project to a folder without '#' in its path: Vite can't build in ${root}.\n`,
  );
  process.exit(1);
}

const [flag, ...rest] = process.argv.slice(2);
const dev = flag === '--dev';
try {
  await install(dev);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

const command = dev ? rest : process.argv.slice(2);
if (command.length > 0) run(command);

/**
 * Runs a file under the project's Node and ends with its exit code.
 * @param {string[]} command the file, then its arguments
 */
function run(command) {
  const programs = join(root, 'node_modules', '.bin');
  const child = spawn(pinnedNode, command, {
    cwd: root,
    stdio: 'inherit',
    env: {
      METADATA_SERVER_DETECTION: 'none',
      ...process.env,
      PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
    },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  // A signal that ends npm ends its shell, but does not reach this process.
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] !== undefined) {
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500);
  }
  child.on('error', (error) => {
    process.stderr.write(`The project's Node could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
  });
}
