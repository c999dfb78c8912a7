import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  adminScreens,
  pages,
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

test('Hosting sends the paths of the function to it, and no other', () => {
  const sources = rewrites
    .filter((rewrite) => rewrite.function)
    .flatMap(({ source }) => pathsIn(source));
  // What is below these is the function's, whatever it is.
  const expected = pathsOf(pages).map((path) =>
    path.replace(/^(\/fact|\/tag|\/embed)\/.*/, '$1/**'),
  );
  expect(sources.toSorted()).toEqual([...expected, '/api/**', '/compat/**'].toSorted());
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
