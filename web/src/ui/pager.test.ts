import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { pagesAround } from './page-numbers.ts';
import { Pager } from './pager.tsx';

/** The links of a pager that jumps by 20 of 23 pages: their texts, and the pages of those that lead to one. */
function shownOn(page: number): string {
  const urlOf = (to: number) => `/${to}`;
  const props = { page, pages: 23, numbers: pagesAround(page, 23), jump: 20, urlOf };
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, createElement(Pager, props)));
  const links = html.matchAll(/<a [^>]*?(?:href="\/(\d+)"[^>]*)?>([^<]*)<|…/g);
  return Array.from(links, ([all, to, text]) => (to ? `${text}:${to}` : (text ?? all))).join(' ');
}

test.each([
  [1, '-20 Previous 1:1 2:2 3:3 … 23:23 Next:2 +20:21'],
  [12, '-20:1 Previous:11 1:1 … 10:10 11:11 12:12 13:13 14:14 … 23:23 Next:13 +20:23'],
  [22, '-20:2 Previous:21 1:1 … 20:20 21:21 22:22 23:23 Next:23 +20:23'],
  [23, '-20:3 Previous:22 1:1 … 21:21 22:22 23:23 Next +20'],
])('on page %i, a pager shows %s', (page, links) => {
  expect(shownOn(page)).toBe(links);
});
