import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acquireLock } from '../local/process-lock.mjs';
import { npm, withProgress } from './npm.mjs';

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const program = process.platform === 'win32' ? 'node.exe' : 'node';

/** The Node that package.json pins. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', program);

const functions = join(root, 'functions');

/**
 * Brings node_modules and functions/node_modules to what the lockfiles say; does nothing, silently,
 * where they are. Only one process per checkout installs at a time.
 * @param {boolean} dev whether the root's devDependencies are needed: what only tests, checks and
 *   generated files use. Once installed, they stay
 * @throws {Error} a message for the person at the terminal
 */
export async function install(dev) {
  if (isInstalled(root, dev) && isInstalled(functions, true) && existsSync(pinnedNode)) return;
  const release = await acquireLock(join(root, 'node_modules'), (port) =>
    process.stderr.write(
      `Waiting for another command that installs in this folder (it uses port ${port}).\n`,
    ),
  );
  try {
    await withProgress('Installing packages', async () => {
      // allSettled: no npm keeps running after an error.
      const results = await Promise.allSettled([
        installInto(root, dev || hasDevDependencies()),
        installInto(functions, true),
      ]);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      if (existsSync(pinnedNode)) return;
      await npm(root, ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']);
    });
  } catch (error) {
    throw new Error(
      `\n${error instanceof Error ? error.message : String(error)}\n\nThe installation failed; see npm's output above. ` +
        `Is the package registry reachable? Run the same command again to retry.`,
      { cause: error },
    );
  } finally {
    release();
  }
}

/**
 * @param {string} folder
 * @param {boolean} dev
 */
async function installInto(folder, dev) {
  if (isInstalled(folder, dev)) return;
  rmSync(stampFile(folder), { force: true });
  // Unlike npm ci, it leaves what is there to a site that is running; with --no-save, the lockfile, too.
  // Install scripts stay off (re2 alone would compile for a minute), but for Node's. Not by .npmrc,
  // where that would keep `npm pack` from building the packages, too.
  const packages = dev ? '--include=dev' : '--omit=dev';
  await npm(folder, ['install', '--no-save', '--ignore-scripts', packages]);
  writeFileSync(stampFile(folder), stamp(folder, dev));
}

/** Whether node_modules has any of the root's devDependencies, according to npm's own record. */
function hasDevDependencies() {
  return /^ *"dev": true/m.test(textOf(join(root, 'node_modules', '.package-lock.json')));
}

/**
 * @param {string} folder
 * @param {boolean} dev whether its devDependencies are needed
 */
function isInstalled(folder, dev) {
  const installed = textOf(stampFile(folder));
  return installed === stamp(folder, true) || (!dev && installed === stamp(folder, false));
}

/** @param {string} folder */
function stampFile(folder) {
  return join(folder, 'node_modules', '.installed');
}

/**
 * What an installation depends on.
 * @param {string} folder
 * @param {boolean} dev
 */
function stamp(folder, dev) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${dev}`);
  for (const file of ['package-lock.json', '.npmrc']) hash.update(textOf(join(folder, file)));
  return hash.digest('hex');
}

/** @param {string} file */
function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
