import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from '../local/process-lock.mjs';
import { npm, NpmError, withProgress } from './npm.mjs';
import { pinnedNode, root } from './project-paths.mjs';

/** A failed installation; the message is meant for the person at the terminal. */
export class InstallError extends Error {}

/**
 * Brings node_modules and functions/node_modules to what the lockfiles say; does nothing, silently,
 * where they are. Only one process per checkout installs at a time.
 * @param {boolean} dev whether the root's devDependencies are needed: what only tests, checks and
 *   generated files use. Once installed, they stay
 * @throws {InstallError}
 */
export async function install(dev) {
  if (rootIsInstalled(dev) && functionsAreInstalled()) return;
  const release = await acquireLock(join(root, '.cache', 'locks', 'install'), (pid) =>
    process.stderr.write(
      `Process ${pid} is installing in this folder; waiting for it. ` +
        `(If that is wrong, delete .cache/locks.)\n`,
    ),
  );
  try {
    await withProgress('Installing packages', () => installMissing(dev));
  } catch (error) {
    if (!(error instanceof NpmError)) throw error;
    throw new InstallError(
      `\n${error.output}\n\nThe installation failed: ${error.message}. See npm's output above. ` +
        `Is the package registry reachable? Run the same command again to retry.`,
    );
  } finally {
    release();
  }
}

/** @param {boolean} dev */
async function installMissing(dev) {
  // allSettled: no npm keeps running after an error.
  const results = await Promise.allSettled([
    rootIsInstalled(dev) ? undefined : installRoot(dev),
    functionsAreInstalled() ? undefined : installFunctions(),
  ]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** @param {boolean} dev */
async function installRoot(dev) {
  const adds = rootIsInstalled(false);
  const all = dev || hasDevDependencies();
  rmSync(stampFile(root), { force: true });
  // Install scripts stay off (re2 alone would compile for a minute), but for the one below. Not by
  // .npmrc, where that would keep `npm pack` from building the packages, too.
  const options = [all ? '--include=dev' : '--omit=dev', '--ignore-scripts'];
  if (adds) {
    // Unlike npm ci, it leaves what is there, and with --no-save the lockfile, too.
    await npm(['install', '--no-save', ...options]);
  } else {
    await npm(['ci', ...options]);
    await npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']);
  }
  if (!existsSync(pinnedNode)) {
    throw new InstallError(`The installation failed: npm left no Node at ${pinnedNode}.`);
  }
  writeFileSync(stampFile(root), rootStamp(all));
}

async function installFunctions() {
  rmSync(stampFile(functionsFolder), { force: true });
  await npm(['ci', '--include=dev'], { cwd: functionsFolder });
  writeFileSync(stampFile(functionsFolder), functionsStamp());
}

const functionsFolder = join(root, 'functions');

/** @param {string} folder */
function stampFile(folder) {
  return join(folder, 'node_modules', '.installed');
}

/** @param {boolean} dev whether the root's devDependencies are needed */
function rootIsInstalled(dev) {
  const installed = readIfThere(stampFile(root));
  const sufficient = dev ? [rootStamp(true)] : [rootStamp(true), rootStamp(false)];
  return installed !== null && sufficient.includes(installed) && existsSync(pinnedNode);
}

/** Whether node_modules has any of the root's devDependencies, according to npm's own record. */
function hasDevDependencies() {
  const record = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  return record !== null && /^ *"dev": true/m.test(record);
}

function functionsAreInstalled() {
  return readIfThere(stampFile(functionsFolder)) === functionsStamp();
}

/** @param {boolean} dev */
function rootStamp(dev) {
  return stamp(['package-lock.json', '.npmrc'], dev ? 'dev' : '');
}

function functionsStamp() {
  return stamp(['functions/package-lock.json', 'functions/.npmrc']);
}

/**
 * @param {string[]} files relative to the root
 * @param {string} [more] anything else that the installation depends on
 */
function stamp(files, more = '') {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${more}`);
  for (const file of files) hash.update(readIfThere(join(root, file)) ?? '');
  return hash.digest('hex');
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
