import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { initialScripts, productionSite, viteBuild } from './support/site-build.ts';

/** Texts that occur only in sign-ins at the Auth emulator. */
const CHOOSER_TEXTS = ['Choose an Auth emulator account', 'authEmulatorOrigin'];
/** Occurs in firebase/auth, even when it is minified. */
const FIREBASE_TEXT = 'identitytoolkit.googleapis.com';
const DASHBOARD_TEXT = 'Admin Dashboard';

let site: string;
let bareRoot: string;
beforeAll(() => {
  site = productionSite();
  bareRoot = mkdtempSync(join(tmpdir(), 'bare-root-'));
  viteBuild('tests/support/bare-root', '--outDir', bareRoot);
}, 120_000);
afterAll(() => rmSync(bareRoot, { recursive: true }));

/** Every script and style of a build, by name. */
function assets(folder: string): Map<string, string> {
  const directory = join(folder, 'assets');
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => name.includes('.'))
      .map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  );
}

test('the scripts of a sign-in at the Auth emulator are not deployed', () => {
  const deployed = [...assets(site).values()].join('\n');
  for (const text of CHOOSER_TEXTS) {
    const sources = globSync('web/src/{api,admin/session}/google-*.ts').map((path) =>
      readFileSync(path, 'utf8'),
    );
    expect(sources.join('\n')).toContain(text);
    expect(deployed).not.toContain(text);
  }
});

/** Bytes as brotli at its highest level, each script by itself, as they are delivered. */
const compressedSize = (scripts: readonly string[]) =>
  scripts.reduce((sum, script) => sum + brotliCompressSync(script).length, 0);

test('a page starts with at most twice the JavaScript of a bare React root, none of it Firebase’s or an administrator’s', () => {
  const bare = compressedSize([...assets(bareRoot).values()]);
  const initial = compressedSize(initialScripts(site));
  expect(initial / bare).toBeLessThanOrEqual(2);
  const all = [...assets(site).values()].join('\n');
  for (const text of [FIREBASE_TEXT, DASHBOARD_TEXT]) {
    expect(all).toContain(text);
    expect(initialScripts(site).join('\n')).not.toContain(text);
  }
});

test('crawlers may read pages, cards and images, but not the texts that repeat pages', () => {
  const rules = readFileSync(join(site, 'robots.txt'), 'utf8').matchAll(/^Disallow: (.*)$/gm);
  const texts = ['/random.txt', '/top.txt', '/daily.txt', '/fact/*.txt'];
  expect(Array.from(rules, ([, path]) => path)).toEqual(['/api/', ...texts]);
});

test('the page of moderation names its scripts, and no other page names an administrator’s', () => {
  const pages = readdirSync(site).filter((name) => name.endsWith('.html'));
  const named = pages.flatMap((name) => {
    const page = readFileSync(join(site, name), 'utf8');
    return [...page.matchAll(/\/assets\/admin\/([a-z-]+)-/g)].map(([, script]) => [name, script]);
  });
  expect(named.filter(([name]) => name !== 'moderation.html')).toEqual([]);
  expect(named.map(([, script]) => script)).toEqual(
    expect.arrayContaining(['session-screens', 'moderation-screens']),
  );
});

/** Interfaces that Chrome 111, Firefox 115 or Safari 16.4 lacks, and that nothing on the site checks for. */
const NEWER =
  /withResolvers|AbortSignal\.any|canParse|groupBy\(|Response\.json\(|fromAsync|isWellFormed|requestIdleCallback/;

test('neither scripts nor styles need more than the oldest supported browsers have', () => {
  const named = [...assets(site)].filter(([, text]) => NEWER.test(text));
  expect(named.map(([name]) => name)).toEqual([]);
  const styles = [...assets(site)].filter(([name]) => name.endsWith('.css'));
  expect(styles.map(([, text]) => /light-dark\(|&/.exec(text)?.[0])).toEqual([undefined]);
});
