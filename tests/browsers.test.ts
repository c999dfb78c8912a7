import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installBrowsers, missingBrowsers, requireBrowser } from './support/browsers.ts';

/** The only folder on PATH: a machine without browsers. */
let bin: string;
let written: string;

beforeEach(() => {
  bin = join(mkdtempSync(join(tmpdir(), 'browsers-test-')), 'bin');
  mkdirSync(bin);
  vi.stubEnv('PATH', bin);
  vi.stubEnv('CHROMIUM_PATH', undefined);
  written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(join(bin, '..'), { recursive: true });
});

/** Puts a shell script on PATH. */
function addProgram(name: string, script = ''): string {
  const path = join(bin, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/**
 * Puts an apt-get on PATH that handles its calls by shell commands: `add` installs programs, `$updated` is
 * the path of a file that an update may create, and `$*` has the packages to install.
 * @returns reads the calls so far
 */
function addAptGet(commands: { install: string; update?: string }) {
  const calls = join(bin, '..', 'calls');
  addProgram(
    'apt-get',
    `shift 2; echo "$*" >> ${calls}
updated=${join(bin, '..', 'updated')}
add() { for name; do /bin/cp ${bin}/apt-get ${bin}/$name; done; }
case "$1" in
  update) ${commands.update ?? '/bin/false'};;
  install) shift 2; ${commands.install};;
esac`,
  );
  return () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);
}

const asRoot = { asRoot: true, silence: 20_000 };

test('without a browser, a test fails with a sentence that says how to get it', () => {
  expect(() => requireBrowser('firefox')).toThrow(
    'Firefox is missing. Install it (on Debian: apt-get install firefox-esr).',
  );
  expect(missingBrowsers(['firefox', 'webkit', 'chromium-headless-shell'])).toEqual([
    expect.stringContaining('Firefox'),
    expect.stringContaining('WebKitWebDriver or Xvfb'),
  ]);
});

test('all missing browsers are installed by one call, and what is there is not', async () => {
  addProgram('firefox');
  const calls = addAptGet({
    install: 'echo Unpacking; add chromium chromium-headless-shell WebKitWebDriver Xvfb',
  });
  const names = ['chromium', 'chromium-headless-shell', 'firefox', 'webkit'] as const;
  expect(await installBrowsers(names, asRoot)).toEqual([]);
  expect(calls()).toEqual([
    'install -y --no-install-recommends chromium fonts-liberation chromium-headless-shell webkit2gtk-driver xvfb',
  ]);
  expect(written).toContain('as root; Ctrl-C stops it.');
  expect(written).toContain('Unpacking');
  expect(await installBrowsers(names, asRoot)).toEqual([]);
  expect(calls()).toHaveLength(1);
});

test('an installation that prints nothing is stopped with its children', async () => {
  addAptGet({ install: '/bin/sleep 1000 & wait' });
  // Resolves when no process has its output open.
  const missing = await installBrowsers(['firefox'], { asRoot: true, silence: 300 });
  expect(missing).toEqual([expect.stringContaining('Firefox is missing.')]);
  expect(written).toContain('It has printed nothing for 0.3 s; stopping: apt-get');
});

test('without root or apt-get, nothing but Chromium is installed', async () => {
  const missing = [expect.stringContaining('Firefox is missing.')];
  expect(await installBrowsers(['firefox'], { asRoot: true })).toEqual(missing);
  const calls = addAptGet({ install: 'add firefox' });
  expect(await installBrowsers(['firefox'], { asRoot: false })).toEqual(missing);
  expect(calls()).toEqual([]);
});
