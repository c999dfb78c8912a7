import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scopedName } from '../web/build/class-names.ts';

const read = (path: string) => readFileSync(path, 'utf8');

const sheets = globSync('web/src/**/*.css');
const scripts = globSync('web/src/**/*.tsx');

/** A style sheet without comments, texts and global classes. */
const rulesOf = (path: string) => read(path).replace(/\/\*[^]*?\*\/|'[^']*'|:global\([^)]*\)/g, '');

const classesOf = (css: string) =>
  new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi), ([, name = '']) => name));

const CODE_PIECES = ['name', 'string', 'keyword', 'value'];

/** The classes that scripts use of each CSS module. */
function usedClasses(): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const path of scripts) {
    const script = read(path);
    for (const [, name, file = ''] of script.matchAll(/import (\w+) from '(.*\.module\.css)'/g)) {
      const sheet = join(dirname(path), file);
      const classes = used.get(sheet) ?? new Set();
      const body = script.replaceAll(/^import .*$/gm, '');
      for (const [, each = ''] of body.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
        classes.add(each);
      }
      // Code is colored by the kinds of its pieces.
      if (body.includes(`${name}[`)) for (const each of CODE_PIECES) classes.add(each);
      used.set(sheet, classes);
    }
  }
  return used;
}

test('a class of a module is both defined and used', () => {
  const used = usedClasses();
  for (const sheet of sheets.filter((path) => path.endsWith('.module.css'))) {
    expect(used.get(sheet), sheet).toEqual(classesOf(rulesOf(sheet)));
  }
});

/** Attributes with classes; in braces there may be braces. */
const CLASS_NAMES = /className=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g;

test('a module names no class of other files that no element has', () => {
  const ofModules = sheets
    .filter((path) => path.endsWith('.module.css'))
    .flatMap((path) => [...classesOf(rulesOf(path))].map((name) => scopedName(name, path)));
  const attributes = scripts.flatMap((path) => read(path).match(CLASS_NAMES) ?? []);
  const existing = new Set([...ofModules, ...attributes.flatMap((text) => text.split(/[^\w-]+/))]);
  for (const sheet of sheets) {
    for (const [, selector = ''] of read(sheet).matchAll(/:global\(([^)]*)\)/g)) {
      for (const [, name] of selector.matchAll(/\.([\w-]+)/g))
        expect(existing, sheet).toContain(name);
    }
  }
});

test('layouts change at five widths', () => {
  for (const sheet of sheets) {
    const queries = rulesOf(sheet).match(/@media[^{]*/g) ?? [];
    for (const width of queries.flatMap((query) => query.match(/[\d.]+(?:rem|px|em)/g) ?? [])) {
      expect(['30rem', '36rem', '48rem', '64rem', '80rem'], sheet).toContain(width);
    }
  }
});

test('texts have one of ten sizes, and gaps are one of eight', () => {
  const tokens = read('web/src/styles/tokens.css');
  const count = (kind: string) => tokens.match(new RegExp(`^ +--${kind}-[\\w-]+:`, 'gm'))?.length;
  expect(count('size')).toBe(10);
  expect(count('space')).toBe(8);
  for (const sheet of sheets) {
    const sizes = rulesOf(sheet).matchAll(/font(?:-size)?: ([^;]*)/g);
    for (const [, size = ''] of sizes) {
      // The logo and the lines of a broadside are as large as the room for them.
      const isFitted = /(?:top-bar|broadside)\.module\.css$/.test(sheet);
      const isAllowed = isFitted || /var\(--size|inherit/.test(size);
      expect(isAllowed, `${sheet}: ${size}`).toBe(true);
    }
  }
});

/** What lists of advertisements and annoyances hide or block, as words of a class, an id, an attribute or a URL. */
const FILTERED =
  /^(ads?|advert.*|analytics|banners?|consent|cookies?|follow|gdpr|newsletter|pop(over|up)s?|promo.*|shar(e|er|ing)|social|sponsor.*|subscribe|track(er|ing)?|tweet|widgets?)$/i;

test('no name in a page is in filter lists, which would hide what has it', () => {
  const classes = globSync('web/src/**/*.css').flatMap((path) => {
    const isModule = path.endsWith('.module.css');
    const names = [...classesOf(rulesOf(path))];
    return names.map((name) => (isModule ? scopedName(name, basename(path)) : name));
  });
  const inScripts = [...scripts, ...globSync('web/src/**/*.ts')].flatMap((path) =>
    Array.from(
      read(path).matchAll(
        /\b(?:class(?:Name)?|id)="([^"]*)"|\b(data-[\w-]+)|import\('([^']+)\.tsx?'\)/g,
      ),
      ([, name, attribute, script]) => name ?? attribute ?? basename(script ?? ''),
    ),
  );
  const isFiltered = (name: string) =>
    name.split(/[\s_-]|(?=[A-Z])/).some((word) => FILTERED.test(word));
  expect([...classes, ...inScripts].filter(isFiltered)).toEqual([]);
});
