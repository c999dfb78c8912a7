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
 * Runs npm, showing what it is for and how long it has taken, and its output only if it fails.
 * @param {string} title what is being done, for the terminal
 * @param {string[]} args npm's arguments
 * @param {{ cwd?: string, node?: string, pathFirst?: string }} [options] working folder (default:
 *   the root), the Node that runs npm (default: this one), a folder to put first on PATH
 * @returns {Promise<void>}
 * @throws {NpmError}
 */
export async function npm(title, args, { cwd = root, node = runningNode(), pathFirst } = {}) {
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
  const stop = () => {
    child.kill();
    process.exit(130);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  const progress = showProgress(title);
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
    progress.end();
    process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop);
  }
}

/**
 * On a terminal one line that counts the seconds, elsewhere a line every ten seconds.
 * @param {string} title
 */
function showProgress(title) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const live = process.stderr.isTTY;
  process.stderr.write(live ? `${title} …` : `${title} …\n`);
  const timer = setInterval(
    () => process.stderr.write(live ? `\r${title} … ${seconds()} s` : `  … ${seconds()} s\n`),
    live ? 1000 : 10_000,
  );
  return {
    end() {
      clearInterval(timer);
      process.stderr.write(live ? `\r${title} … ${seconds()} s\n` : `  done in ${seconds()} s\n`);
    },
  };
}
