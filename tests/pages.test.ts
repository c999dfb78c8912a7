import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '../functions/src/http/pages.ts';
import { STATIC_PAGES } from '../web/build/prerender.ts';
import { isAdminPath, paths } from '../web/src/paths.ts';

const patternOf = (path: string) => path.replace(/\{(\w+)\}/, ':$1');

/** What the function answers besides screens, for other sites and programs. */
const FILES = ['/embed/fact/:id', '/feed.json', '/feed.xml', '/feed/daily.xml', '/sitemap.xml'];

test('the function or the build renders each public screen, and neither a login or admin screen', () => {
  const screens = Object.values(paths).filter((path) => !isAdminPath(path));
  const rendered = [...Object.values(pages), ...STATIC_PAGES].map(({ path }) => patternOf(path));
  expect(rendered.toSorted()).toEqual([...screens, '/404', ...FILES].toSorted());
});

test.each(STATIC_PAGES)('$path preloads a screen that exists', ({ screen }) => {
  expect(existsSync(join(import.meta.dirname, '..', 'web', screen))).toBe(true);
});
