// The browsers of the tests: finds them and, before a test runner starts, installs those that are missing.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { runGroup } from './process-group.ts';

interface Browser {
  /** the names of its program */
  programs: readonly string[];
  /** a program that it also needs */
  with?: string;
  /** Debian's packages */
  packages: readonly string[];
  /** What a person reads without it; null: the tests use Chromium instead. */
  missing: string | null;
}

const BROWSERS = {
  chromium: {
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    // The font that stands in for the site's own until they have loaded, with the same widths.
    packages: ['chromium', 'fonts-liberation'],
    missing:
      'Chromium is missing. Install Chromium or Google Chrome (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its path.',
  },
  // The same engine without the browser's interface, for two thirds of the CPU.
  'chromium-headless-shell': {
    programs: ['chromium-headless-shell', 'chrome-headless-shell'],
    packages: ['chromium-headless-shell'],
    missing: null,
  },
  firefox: {
    programs: ['firefox-esr', 'firefox'],
    packages: ['firefox-esr'],
    missing: 'Firefox is missing. Install it (on Debian: apt-get install firefox-esr).',
  },
  webkit: {
    programs: ['WebKitWebDriver'],
    with: 'Xvfb',
    packages: ['webkit2gtk-driver', 'xvfb'],
    missing:
      'WebKitWebDriver or Xvfb is missing. Install them (on Debian: apt-get install webkit2gtk-driver xvfb).',
  },
} as const satisfies Record<string, Browser>;

export type BrowserName = keyof typeof BROWSERS;

/** What the tests in Chromium need. */
export const CHROMIUM = ['chromium', 'chromium-headless-shell'] as const;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(programs: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .flatMap((folder) => programs.map((program) => join(folder, program)))
    .find(isExecutable);
}

/**
 * Finds a browser on PATH. Chromium can also be Playwright's own, or the one that CHROMIUM_PATH names, which
 * then replaces its headless shell, too. WebKit's program is a WebDriver, found only together with Xvfb.
 * @returns the path of its program; undefined if it is missing
 */
export function findBrowser(name: BrowserName): string | undefined {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured !== undefined && name === 'chromium') {
    return isExecutable(configured) ? configured : undefined;
  }
  if (configured !== undefined && name === 'chromium-headless-shell') return undefined;
  const browser: Browser = BROWSERS[name];
  if (browser.with !== undefined && onPath([browser.with]) === undefined) return undefined;
  const found = onPath(browser.programs);
  if (found !== undefined || name !== 'chromium') return found;
  return [chromium.executablePath()].find(isExecutable);
}

/**
 * Finds a browser that a test can't do without.
 * @returns the path of its program
 * @throws {Error} a sentence that says what is missing and how to get it
 */
export function requireBrowser(name: BrowserName): string {
  const path = findBrowser(name);
  if (path === undefined) throw new Error(missingBrowsers([name]).join() || `No ${name} found.`);
  return path;
}

/** Says which of these browsers are missing and how to get them, in a sentence for each. */
export function missingBrowsers(names: readonly BrowserName[]): string[] {
  return names
    .filter((name) => findBrowser(name) === undefined)
    .flatMap((name) => sentence(name) ?? []);
}

function sentence(name: BrowserName): string | null {
  const configured = process.env['CHROMIUM_PATH'];
  if (name !== 'chromium' || configured === undefined) return BROWSERS[name].missing;
  return `CHROMIUM_PATH is ${configured}, which is not an executable file.`;
}

/**
 * Installs those of the browsers that are missing, visibly: as root with Debian's apt-get; Chromium otherwise
 * as Playwright's own. Does not ask first, because nobody can answer on a build server.
 * @returns {@link missingBrowsers} afterwards
 */
export async function installBrowsers(names: readonly BrowserName[]): Promise<string[]> {
  const absent = () => names.filter((name) => isInstallable(name) && !findBrowser(name));
  const isRoot = process.getuid?.() === 0;
  if (absent().length > 0 && isRoot && onPath(['apt-get']) !== undefined) {
    await installPackages(absent());
  }
  if (absent().includes('chromium')) await downloadChromium();
  return missingBrowsers(names);
}

/** Installs Chromium for a command that needs it, or ends this process with a sentence that says how to get it. */
export async function provideChromium(): Promise<void> {
  const [missing] = await installBrowsers(CHROMIUM);
  if (missing === undefined) return;
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}

/** Whether an installation can be what the tests use: a Chromium that is configured replaces it. */
function isInstallable(name: BrowserName): boolean {
  const configured = process.env['CHROMIUM_PATH'] !== undefined;
  return !(configured && CHROMIUM.some((each) => each === name));
}

async function installPackages(names: readonly BrowserName[]): Promise<void> {
  const packages = names.flatMap((name) => BROWSERS[name].packages);
  announce(
    names,
    `Installing the Debian packages ${packages.join(', ')} on this computer, as root`,
  );
  const install = (wanted: readonly string[]) =>
    runVisibly('apt-get', ['install', '-y', '--no-install-recommends', ...wanted]);
  // The lists of packages may be missing or out of date.
  if (await install(packages)) return;
  if (!(await runVisibly('apt-get', ['update'])) || (await install(packages))) return;
  // One unknown package must not keep the others out.
  for (const name of names) await install(BROWSERS[name].packages);
}

async function downloadChromium(): Promise<void> {
  announce(['chromium'], "Installing Playwright's Chromium in your user's cache");
  const playwright = join(import.meta.dirname, '../../node_modules/playwright-core/cli.js');
  await runVisibly(process.execPath, [playwright, 'install', 'chromium']);
}

function announce(names: readonly BrowserName[], what: string): void {
  process.stderr.write(
    `The tests need ${names.join(', ')}, not found here. ${what}; Ctrl-C stops it.\n`,
  );
}

/** Runs a program with its output on standard error. @returns whether it succeeded */
function runVisibly(program: string, args: readonly string[]): Promise<boolean> {
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  return runGroup(program, args, { stdio: ['ignore', 2, 2], environment });
}
