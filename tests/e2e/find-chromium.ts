import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

const NONE = `No Chromium was found, and none could be installed. Either
- install Chromium or Google Chrome by the system's package manager, or
- run: npx playwright-core install --with-deps chromium, or
- set CHROMIUM_PATH to the path of one.`;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find(isExecutable);
}

function installedChromium(): string | undefined {
  return installed(NAMES) ?? [chromium.executablePath()].find(isExecutable);
}

/** Says what is about to be installed and why, then runs it in plain sight; false if it failed. */
function install(what: string, ...commands: [program: string, ...parameters: string[]][]): boolean {
  process.stderr.write(
    `The browser tests found no Chromium. Installing ${what}; Ctrl-C stops it. ` +
      `Set CHROMIUM_PATH to use another browser.\n`,
  );
  try {
    for (const [program, ...parameters] of commands) {
      process.stderr.write(`> ${[program, ...parameters].join(' ')}\n`);
      execFileSync(program, parameters, { stdio: 'inherit' });
    }
    return true;
  } catch {
    return false;
  }
}

function downloadChromium(): boolean {
  const playwright = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core')));
  return install("Playwright's own in the cache of this user", [
    process.execPath,
    playwright,
    'install',
    'chromium',
  ]);
}

function installDebianPackage(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  return install(
    'the Debian package on this computer, as root',
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', 'chromium'],
  );
}

/**
 * The path of a Chromium: CHROMIUM_PATH, one that is installed, Playwright's own, or else one that
 * is installed now, by Playwright or, as root on Debian, as the system's package. That is announced,
 * not asked: a build server has nobody to answer.
 * @throws {Error} saying what to do where there is none and none can be installed
 */
export function findChromium(): string {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted !== undefined) {
    if (isExecutable(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH is ${wanted}, where there is no program.`);
  }
  let found = installedChromium();
  for (const installOne of [downloadChromium, installDebianPackage]) {
    if (found === undefined && installOne()) found = installedChromium();
  }
  if (found === undefined) throw new Error(NONE);
  return found;
}

/**
 * The path of Chromium's headless shell where it is installed and CHROMIUM_PATH names nothing else: the
 * same engine without the parts around it, for about two thirds of the CPU. Otherwise as
 * {@link findChromium}.
 */
export function findHeadlessShell(): string {
  const shell = process.env['CHROMIUM_PATH'] === undefined ? installed(SHELL_NAMES) : undefined;
  return shell ?? findChromium();
}
