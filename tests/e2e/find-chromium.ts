import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

const NOT_FOUND = `No Chromium found, and installing it failed. Do one of the following:
- Install Chromium or Google Chrome with the system's package manager.
- Run: npx playwright-core install --with-deps chromium
- Set CHROMIUM_PATH to the path of a Chromium.`;

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
 * Returns the path of a Chromium: CHROMIUM_PATH, an installed Chromium or Playwright's. If there
 * is no Chromium, installs one with Playwright or, as root on Debian, with apt-get. Does not ask
 * first, because nobody can answer on a build server.
 * @throws {Error} with instructions if no Chromium is found and installing one fails
 */
export function findChromium(): string {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured !== undefined) {
    if (isExecutable(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, which is not an executable file.`);
  }
  let found = installedChromium();
  for (const installWith of [downloadChromium, installChromium]) {
    if (found === undefined && installWith()) found = installedChromium();
  }
  if (found === undefined) throw new Error(NOT_FOUND);
  return found;
}

/**
 * Returns the path of Chromium's headless shell if it is installed and CHROMIUM_PATH is not set.
 * The shell has the same engine without the browser's interface and uses about two thirds of the
 * CPU. Otherwise returns the path from {@link findChromium}.
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
