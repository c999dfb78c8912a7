import { expect, test } from 'vitest';
import * as z from 'zod';
import { adminScreens, staticScreens, type Route } from '../functions/src/contract/routes.ts';
import { firebaseJsonSection } from '../local/stack/firebase-json.ts';
import { wrongSecurityHeaders } from '../scripts/smoke.ts';

/** How long the CDN caches what the build has rendered: until a deployment, which empties it. */
const STATIC_CACHE_SECONDS = 3_600;

const header = z.object({ key: z.string(), value: z.string() });
const hosting = z.object({
  rewrites: z.array(
    z.object({
      source: z.string(),
      destination: z.string().optional(),
      function: z.unknown().optional(),
    }),
  ),
  headers: z.array(z.object({ source: z.string(), headers: z.array(header) })),
});
const { rewrites, headers } = hosting.parse(firebaseJsonSection('hosting'));

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
  expect(sources).toEqual(['**']);
  expect(rewrites.at(-1)?.source).toBe('**');
});

test('Hosting sends a shell for each login and admin screen', () => {
  const { login, setupAdmin, ...moderation } = adminScreens;
  for (const [shell, screens] of [
    ['/app.html', { login, setupAdmin }],
    ['/moderation.html', moderation],
  ] as const) {
    const sources = rewrites
      .filter(({ destination }) => destination === shell)
      .flatMap(({ source }) => pathsIn(source));
    expect(sources.toSorted()).toEqual(pathsOf(screens).toSorted());
  }
});

test('Hosting lets the CDN store what the build has rendered, and no other page', () => {
  const value = `public, max-age=0, s-maxage=${STATIC_CACHE_SECONDS}`;
  const sources = headers
    .filter((rule) => rule.headers.some((header) => header.value === value))
    .flatMap(({ source }) => pathsIn(source));
  const expected = [...pathsOf(staticScreens), ...pathsOf(adminScreens), '/facts-archive/**'];
  const isFile = (path: string) => /^\/(?:\*\.|icons|screenshots|robots\.|llms\.)/.test(path);
  expect(sources.filter((path) => !isFile(path)).toSorted()).toEqual(expected.toSorted());
});

test(
  'Hosting sends the security headers with everything; other sites may frame only embeds',
  { tags: 'S14' },
  () => {
    for (const source of new Set(['**', '/embed/**', ...headers.map((rule) => rule.source)])) {
      const sent = new Headers();
      // Of the rules that match a path, Hosting applies the last one that sets a header.
      for (const rule of headers.filter((each) => ['**', source].includes(each.source))) {
        for (const { key, value } of rule.headers) sent.set(key, value);
      }
      expect(wrongSecurityHeaders(sent, source), source).toBe('');
    }
  },
);
