import { expect, test } from 'vitest';
import { adminScreens, canonicalPath, pages, staticScreens } from './routes.ts';

test.each([
  ['/Top-100', '/top-100'],
  ['/top-100/', '/top-100'],
  ['/About///', '/about'],
  ['//', '/'],
  ['//fact/17', '/fact/17'],
  ['/fact//17', '/fact/17'],
  ['/%46act/%31%37', '/fact/17'],
  ['/%61bout', '/about'],
  ['/TAG/Food/', '/tag/food'],
  ['/Admin/Queue', '/admin/queue'],
  ['/Feed%2Exml', '/feed.xml'],
  ['/Fact/17.TXT', '/fact/17.txt'],
  ['/Facts-Archive/3/', '/facts-archive/3'],
])('the page at %s is at %s', (given, canonical) => {
  expect(canonicalPath(given)).toBe(canonical);
});

test.each([
  ...Object.values({ ...pages, ...staticScreens, ...adminScreens }).map(({ path }) =>
    path.replace(/\{\w+\}/, '7'),
  ),
  '/No-Such-Page/',
  '/About/Us',
  '/fact%2F17',
  '/fact/%E0%A4',
  '/\\facts.example/',
  '//facts.example',
])('%s is the only spelling, or no page', (path) => {
  expect(canonicalPath(path)).toBe(path);
});
