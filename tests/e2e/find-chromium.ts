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

type Command = readonly [program: string, ...parameters: string[]];

/** Announces what is installed and why, then runs the commands visibly. Returns whether all succeeded. */
function install(what: string, reason: string, ...commands: readonly Command[]): boolean {
  process.stderr.write(
    `${reason} Installing ${what}; Ctrl-C stops it. Set CHROMIUM_PATH to use another browser.\n`,
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

const NO_CHROMIUM = 'The browser tests found no Chromium.';

function downloadChromium(): boolean {
  const playwright = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core')));
  const command: Command = [process.execPath, playwright, 'install', 'chromium'];
  return install("Playwright's Chromium in your user's cache", NO_CHROMIUM, command);
}

/** Whether this process may install Debian packages. */
function mayInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

function installDebianPackage(name: string, reason: string): boolean {
  if (!mayInstallPackages()) return false;
  const what = `the Debian package ${name} on this computer, as root`;
  const command: Command = ['apt-get', 'install', '-y', name];
  // The lists of packages may be out of date, but an update could also replace the Chromium that is there.
  return install(what, reason, command) || install(what, reason, ['apt-get', 'update'], command);
}

const installChromium = () => installDebianPackage('chromium', NO_CHROMIUM);

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
  for (const installOne of [downloadChromium, installChromium]) {
    if (found === undefined && installOne()) found = installedChromium();
  }
  if (found === undefined) throw new Error(NONE);
  return found;
}

/**
 * The path of Chromium's headless shell if it is installed and CHROMIUM_PATH is not set: the same engine
 * without the parts around it, for two thirds of the CPU. Otherwise the path that {@link findChromium}
 * returns.
 */
export function findHeadlessShell(): string {
  const shell = process.env['CHROMIUM_PATH'] === undefined ? installed(SHELL_NAMES) : undefined;
  return shell ?? findChromium();
}

/** Installs what the browser tests lack: a Chromium, and its headless shell where Debian has one. */
export function installBrowsers(): void {
  findChromium();
  if (process.env['CHROMIUM_PATH'] !== undefined || installed(SHELL_NAMES) !== undefined) return;
  installDebianPackage(
    'chromium-headless-shell',
    'With its headless shell, Chromium takes two thirds of the CPU.',
  );
}
