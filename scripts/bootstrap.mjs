// Runs a file under the project's own Node. Works on whatever Node the host has (20 or newer), with nothing
// installed yet: first installs what the lockfiles say, where that is not up to date.
// Usage: node scripts/bootstrap.mjs [--dev] <file> [arguments …]
// With --dev, also installs devDependencies: what tests, checks and generated files need.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';
/** The Node that package.json pins. */
const pinnedNode = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

let isStopping = false;

/**
 * Starts a program that ends with this process.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
function start(program, args, options) {
  const child = spawn(program, args, options);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      isStopping = true;
      child.kill(signal);
    });
  }
  // A signal that ends npm ends its shell, but does not reach this process.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  return child;
}

/** Settings of the user, or options typed without `--`, with which npm would install something else, or nothing. */
const OWN_SETTINGS = [
  ...['engine-strict', 'dry-run', 'global', 'legacy-peer-deps'].map((name) => `--${name}=false`),
  '--include=optional',
  '--install-strategy=hoisted',
];

/**
 * Runs npm in a folder. Ends this process if npm fails.
 * @param {string} folder
 * @param {string[]} args
 */
async function npm(folder, args) {
  const env = { ...process.env, npm_config_loglevel: 'error' };
  const child = start('npm', [...args, ...OWN_SETTINGS], {
    cwd: folder,
    env,
    stdio: 'pipe',
    shell: isWindows,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => child.on('error', resolve).on('close', resolve));
  if (isStopping) process.exit(130);
  if (code === 0) return;
  fail(
    `\n${code instanceof Error ? code.message : output}\nThe installation failed; see npm's output above. ` +
      'Is the package registry reachable? Run the same command again to retry.',
  );
}

/**
 * Installs a folder's packages, unless they are up to date: according to a file that says what was installed.
 * @param {string} folder
 * @param {boolean} dev whether its devDependencies are needed. Once installed, they stay
 * @returns {(() => Promise<void>) | undefined} installs them; undefined if they are up to date
 */
function installer(folder, dev) {
  const packages = join(folder, 'node_modules');
  const file = join(packages, '.installed');
  const installed = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const withDev = dev || installed.endsWith(' dev');
  const stamp = () => {
    const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
    // npm lists in the second one what is there.
    for (const lock of [join(folder, 'package-lock.json'), join(packages, '.package-lock.json')]) {
      hash.update(existsSync(lock) ? readFileSync(lock) : '');
    }
    return hash.digest('hex') + (withDev ? ' dev' : '');
  };
  // Packages that pnpm has linked: npm would leave them half replaced.
  const isOfPnpm = existsSync(join(packages, '.modules.yaml'));
  if (installed === stamp() && !isOfPnpm) return undefined;
  return async () => {
    rmSync(isOfPnpm ? packages : file, { recursive: true, force: true });
    // Unlike npm ci, it leaves what is there to a site that is running; with --no-save, the lockfile, too.
    // Install scripts stay off (re2 alone would compile for a minute), but for Node's. Not by .npmrc,
    // where that would keep `npm pack` from building the packages, too.
    const include = withDev ? '--include=dev' : '--omit=dev';
    await npm(folder, ['install', '--no-save', '--ignore-scripts', include]);
    if (folder === root) {
      await npm(root, ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']);
    }
    writeFileSync(file, stamp());
  };
}

const [major] = process.versions.node.split('.');
if (Number(major) < 20) {
  fail(`Node 20 or newer is needed to begin; this is Node ${process.versions.node}.`);
}
if (root.includes('#')) {
  fail(`Move the project to a folder without '#' in its path: Vite can't build in ${root}.`);
}
const dev = process.argv[2] === '--dev';
const installers = [installer(root, dev), installer(join(root, 'functions'), true)];
if (installers.some(Boolean)) {
  const started = Date.now();
  process.stderr.write('Installing packages; the first time, this takes about a minute …\n');
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const waiting = setInterval(
    () => process.stderr.write(`Still installing after ${seconds()} s …\n`),
    20_000,
  );
  await Promise.all(installers.map(async (install) => install?.()));
  clearInterval(waiting);
  process.stderr.write(`Installed in ${seconds()} s.\n`);
}

// Google's libraries would call the emulators on this computer through a proxy.
const { no_proxy = process.env['NO_PROXY'] } = process.env;
const direct = [no_proxy, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join();
const env = { ...process.env, no_proxy: direct, NO_PROXY: direct };
// It concerns only Google's own computers; without credentials, our own message says what to do.
const quiet = '--disable-warning=MetadataLookupWarning';
start(pinnedNode, [quiet, ...process.argv.slice(dev ? 3 : 2)], { cwd: root, stdio: 'inherit', env })
  .on('error', (error) => fail(`The project's Node could not be started: ${error.message}`))
  .on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
