import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './support/project-files.ts';
import { initialScripts, viteBuild } from './support/site-build.ts';

/** Texts that occur only in sign-ins at the Auth emulator. */
const CHOOSER_TEXTS = ['Choose an Auth emulator account', 'authEmulatorOrigin'];
/** Occurs in firebase/auth, even when it is minified. */
const FIREBASE_TEXT = 'identitytoolkit.googleapis.com';
const DASHBOARD_TEXT = 'Admin Dashboard';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-bundle-'));
  for (const mode of ['production', 'emulator']) {
    viteBuild('web', '--mode', mode, '--outDir', join(folder, mode));
  }
  viteBuild('tests/support/bare-root', '--outDir', join(folder, 'bare'));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Every script and style of a build, by name. */
function assets(mode: string): Map<string, string> {
  const directory = join(folder, mode, 'assets');
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => name.includes('.'))
      .map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  );
}

const initialText = (mode: string) => initialScripts(join(folder, mode)).join('\n');

test.each(CHOOSER_TEXTS)(
  'the emulator build contains %j, the production build does not',
  (text) => {
    const contains = (mode: string) =>
      [...assets(mode).values()].some((asset) => asset.includes(text));
    expect(contains('emulator')).toBe(true);
    expect(contains('production')).toBe(false);
  },
);

/** Bytes as brotli at its highest level, each script by itself, as they are delivered. */
const compressedSize = (scripts: readonly string[]) =>
  scripts.reduce((sum, script) => sum + brotliCompressSync(script).length, 0);

test('a page starts with at most twice the JavaScript of a bare React root, none of it Firebase’s or an administrator’s', () => {
  const bare = compressedSize([...assets('bare').values()]);
  const initial = compressedSize(initialScripts(join(folder, 'production')));
  expect(initial / bare).toBeLessThanOrEqual(2);
  const all = [...assets('production').values()].join('\n');
  for (const text of [FIREBASE_TEXT, DASHBOARD_TEXT]) {
    expect(all).toContain(text);
    expect(initialText('production')).not.toContain(text);
  }
});

/** The classes that a style sheet names. */
const classesOf = (css: string) => new Set(css.match(/\.[a-z][\w-]*/g));

/** The style sheets of the sources whose path matches. */
function sheets(isWanted: (path: string) => boolean): string {
  const source = join(root, 'web/src');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css') && isWanted(path))
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n');
}

test('visitors load none of the styles of moderation, which its scripts contain', () => {
  // The bar's number is styled by a module, as the bar is.
  const isModeration = (path: string) => path.startsWith('admin') && !path.endsWith('.module.css');
  const shared = classesOf(sheets((path) => !isModeration(path)));
  // A class of a module, whose name has an underscore, is its component's.
  const isOwn = (name: string) => !shared.has(name) && !name.includes('_');
  const own = [...classesOf(sheets(isModeration))].filter(isOwn);
  expect(own.length).toBeGreaterThan(50);
  const built = [...assets('production')];
  const textOf = (ending: string) =>
    built.flatMap(([name, text]) => (name.endsWith(ending) ? text : [])).join('\n');
  const visible = classesOf(textOf('.css'));
  expect(own.filter((name) => visible.has(name))).toEqual([]);
  const scripts = textOf('.js');
  expect(own.filter((name) => !scripts.includes(name))).toEqual([]);
  expect(own.filter((name) => initialText('production').includes(`${name}{`))).toEqual([]);
});

/** Interfaces that Chrome 111, Firefox 115 or Safari 16.4 lacks, and that nothing on the site checks for. */
const NEWER =
  /withResolvers|AbortSignal\.any|canParse|groupBy\(|Response\.json\(|fromAsync|isWellFormed|requestIdleCallback/;

test('neither scripts nor styles need more than the oldest supported browsers have', () => {
  const named = [...assets('production')].filter(([, text]) => NEWER.test(text));
  expect(named.map(([name]) => name)).toEqual([]);
  const styles = [...assets('production')].filter(([name]) => name.endsWith('.css'));
  expect(styles.map(([, text]) => /light-dark\(|&/.exec(text)?.[0])).toEqual([undefined]);
});
