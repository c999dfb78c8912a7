import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  adminScreens,
  files,
  STATIC_CACHE,
  staticScreens,
  type Route,
} from '../functions/src/contract/routes.ts';
import { readFirebaseJson } from '../scripts/deploy/check-files.ts';

const { rewrites, headers } = readFirebaseJson(join(import.meta.dirname, '..')).hosting;

/** The paths that a pattern of firebase.json matches; those below a folder as `/folder/**`. */
function pathsIn(source: string): string[] {
  const [group, names] = /@\(([^)]*)\)/.exec(source) ?? [];
  if (group === undefined || names === undefined) return [source];
  return names.split('|').flatMap((name) => pathsIn(source.replace(group, name)));
}

const pathsOf = (table: Readonly<Record<string, Route>>) =>
  Object.values(table).map(({ path }) => path);

test('Hosting sends to the function what it has no file for', () => {
  const sources = rewrites.filter((rewrite) => rewrite.function).map(({ source }) => source);
  // No other pattern matches names that begin with a dot.
  expect(sources).toEqual([files.securityTxt.path, '**']);
  expect(rewrites.at(-1)?.source).toBe('**');
});

test('Hosting sends the shell for each login and admin screen', () => {
  const sources = rewrites
    .filter(({ destination }) => destination === '/app.html')
    .flatMap(({ source }) => pathsIn(source));
  expect(sources.toSorted()).toEqual(pathsOf(adminScreens).toSorted());
});

test('Hosting lets the CDN store what the build has rendered, and no other page', () => {
  const value = `public, max-age=0, s-maxage=${STATIC_CACHE.seconds}`;
  const sources = headers
    .filter((rule) => rule.headers.some((header) => header.value === value))
    .flatMap(({ source }) => pathsIn(source));
  const expected = [...pathsOf(staticScreens), ...pathsOf(adminScreens), '/facts-archive/**'];
  const isFile = (path: string) => /^\/(?:\*\.|icons|screenshots)/.test(path);
  expect(sources.filter((path) => !isFile(path)).toSorted()).toEqual(expected.toSorted());
});
