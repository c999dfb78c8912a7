import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** Stands in the account chooser and its wiring to the Auth emulator only. */
const OF_THE_CHOOSER = ['Choose an Auth emulator account', 'authEmulatorOrigin'];
/** Stands in firebase/auth, whatever is minified. */
const OF_FIREBASE = 'identitytoolkit.googleapis.com';
const OF_THE_DASHBOARD = 'Admin Dashboard';
/** Stands in the part of the endpoints' table that no visitor calls. */
const OF_THE_ADMINS_CALLS = '/admin/approve/{id}';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-bundle-'));
  for (const mode of ['production', 'emulator']) {
    // In a process of its own: under Vitest's NODE_ENV the site would be built for development.
    execFileSync(
      process.execPath,
      [vite, 'build', 'web', '--mode', mode, '--outDir', join(folder, mode), '--logLevel=error'],
      { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
    );
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Every script and style of a build, by name. */
function assets(mode: string): Map<string, string> {
  const directory = join(folder, mode, 'assets');
  return new Map(
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  );
}

/** What the page itself and, in turn, every script loads at once; dynamic imports stay out. */
function initialScripts(mode: string): string {
  const all = assets(mode);
  const page = readFileSync(join(folder, mode, 'index.html'), 'utf8');
  const names = [...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name);
  for (const name of names) {
    const imported = (all.get(name) ?? '').matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g);
    for (const [, other = ''] of imported) if (!names.includes(other)) names.push(other);
  }
  expect(names.length).toBeGreaterThan(0);
  return names.map((name) => all.get(name)).join('\n');
}

test.each(OF_THE_CHOOSER)(
  'the production build does not hold %j, the emulator build does',
  (text) => {
    const holds = (mode: string) =>
      [...assets(mode).values()].some((asset) => asset.includes(text));
    expect(holds('emulator')).toBe(true);
    expect(holds('production')).toBe(false);
  },
);

test.each([OF_FIREBASE, OF_THE_DASHBOARD, OF_THE_ADMINS_CALLS])(
  'a visitor does not load what holds %j, but it is there for those who need it',
  (text) => {
    const script = [...assets('production').values()].join('\n');
    expect(script).toContain(text);
    expect(initialScripts('production')).not.toContain(text);
  },
);
