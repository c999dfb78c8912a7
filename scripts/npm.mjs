import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs npm without showing its output.
 * @param {string} cwd the folder whose packages it manages
 * @param {string[]} args npm's arguments
 * @returns {Promise<void>}
 * @throws {Error} with npm's output, if it fails
 */
export async function npm(cwd, args) {
  const running = promisify(execFile)('npm', args, {
    cwd,
    env: { ...process.env, npm_config_loglevel: 'error' },
    shell: process.platform === 'win32',
    maxBuffer: Infinity,
  });
  const stop = () => {
    running.child.kill();
    process.exit(130);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    await running;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
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
