import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from '../local/process-lock.mjs';
import { npm, NpmError } from './npm.mjs';
import { binDirectory, pinnedNode, root } from './project-paths.mjs';

/** A failed installation; the message is meant for the person at the terminal. */
export class InstallError extends Error {}

/**
 * Brings node_modules and functions/node_modules to what the lockfiles say; does nothing, silently,
 * where they are. Only one process per checkout installs at a time.
 * @throws {InstallError}
 */
export async function install() {
  if (rootIsInstalled() && functionsAreInstalled()) return;
  const release = await acquireLock(join(root, '.cache', 'locks', 'install'), (pid) =>
    process.stderr.write(
      `Process ${pid} is installing in this folder; waiting for it. ` +
        `(If that is wrong, delete .cache/locks.)\n`,
    ),
  );
  try {
    if (!rootIsInstalled()) await installRoot();
    if (!functionsAreInstalled()) await installFunctions();
  } catch (error) {
    if (!(error instanceof NpmError)) throw error;
    throw new InstallError(
      `\n${error.output}\n\nThe installation failed: ${error.message}. npm's own words are above. ` +
        `Is the package registry reachable? Run the same command again to retry.`,
    );
  } finally {
    release();
  }
}

async function installRoot() {
  rmSync(stampFile(root), { force: true });
  // Install scripts stay off (re2 alone would compile for a minute), but for the one below. Not by
  // .npmrc, where that would keep `npm pack` from building the packages, too.
  await npm(
    '[1/3] Installing the packages of package-lock.json',
    ['ci', '--include=dev', '--ignore-scripts'],
    { cwd: root },
  );
  await npm('[2/3] Installing the Node that package.json pins', [
    'rebuild',
    'node',
    '--ignore-scripts=false',
    '--foreground-scripts',
  ]);
  if (!existsSync(pinnedNode)) {
    throw new InstallError(`The installation failed: npm left no Node at ${pinnedNode}.`);
  }
  writeFileSync(stampFile(root), rootStamp());
}

async function installFunctions() {
  rmSync(stampFile(functionsFolder), { force: true });
  // Under the project's Node: with Node 20, npm silently leaves out firebase-admin's Firestore.
  await npm(
    '[3/3] Installing the packages of functions/package-lock.json',
    ['ci', '--include=dev'],
    { cwd: functionsFolder, node: pinnedNode, pathFirst: binDirectory },
  );
  writeFileSync(stampFile(functionsFolder), functionsStamp());
}

const functionsFolder = join(root, 'functions');

/** @param {string} folder */
function stampFile(folder) {
  return join(folder, 'node_modules', '.installed');
}

function rootIsInstalled() {
  return readIfThere(stampFile(root)) === rootStamp() && existsSync(pinnedNode);
}

function functionsAreInstalled() {
  return readIfThere(stampFile(functionsFolder)) === functionsStamp();
}

function rootStamp() {
  return stamp(['package-lock.json', '.npmrc']);
}

// The root lockfile pins the Node under which the packages of functions were chosen.
function functionsStamp() {
  const nodeVersion = readIfThere(join(root, 'node_modules', 'node', 'package.json')) ?? '';
  return stamp(['functions/package-lock.json', 'functions/.npmrc'], nodeVersion);
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
