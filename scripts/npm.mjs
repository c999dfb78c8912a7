import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { root } from './project-paths.mjs';

/** npm ended with an error; `output` is all that it printed. */
export class NpmError extends Error {
  /**
   * @param {string} message
   * @param {string} output
   */
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/**
 * The Node that runs this; where it was the project's own, and npm has just deleted that with the
 * rest of node_modules, the one that PATH leads to.
 */
function runningNode() {
  return existsSync(process.execPath) ? process.execPath : 'node';
}

/**
 * Runs npm without showing its output.
 * @param {string[]} args npm's arguments
 * @param {{ cwd?: string, node?: string, pathFirst?: string }} [options] working folder (default:
 *   the root), the Node that runs npm (default: this one), a folder to put first on PATH
 * @returns {Promise<void>}
 * @throws {NpmError}
 */
export async function npm(args, { cwd = root, node = runningNode(), pathFirst } = {}) {
  const path = process.env['PATH'] ?? '';
  const env = {
    ...process.env,
    npm_config_loglevel: 'error',
    PATH: pathFirst ? `${pathFirst}${delimiter}${path}` : path,
  };
  const script = process.env['npm_execpath'];
  const child = script?.endsWith('.js')
    ? spawn(node, [script, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('npm', args, {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const kill = () => child.kill();
  const stop = () => process.exit(130);
  process.on('exit', kill).on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  try {
    await new Promise((resolve, reject) => {
      child.on('error', (error) =>
        reject(new NpmError(`npm could not be started (${error.message})`, output)),
      );
      child.on('close', (code) =>
        code === 0
          ? resolve(undefined)
          : reject(new NpmError(`"npm ${args.join(' ')}" ended with code ${code}`, output.trim())),
      );
    });
  } finally {
    process.off('exit', kill).off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop);
  }
}

/**
 * Shows what is being done and how long it has taken: on a terminal one line that counts the
 * seconds, elsewhere a line every ten seconds.
 * @template Result
 * @param {string} title
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>} what the work returns
 */
export async function withProgress(title, work) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const live = process.stderr.isTTY;
  process.stderr.write(live ? `${title} …` : `${title} …\n`);
  const timer = setInterval(
    () => process.stderr.write(live ? `\r${title} … ${seconds()} s` : `  … ${seconds()} s\n`),
    live ? 1000 : 10_000,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.stderr.write(live ? `\r${title} … ${seconds()} s\n` : `  done in ${seconds()} s\n`);
  }
}
