import { describe, expect, test } from 'vitest';
import { createCatalogIndex } from '../../catalog/catalog-index.ts';
import { rootOf, SHELF_SIZE } from '../../catalog/catalog-root.ts';
import type { ShelfService } from '../../catalog/shelves.service.ts';
import { NO_TAGS } from '../../catalog/tag-index.ts';
import type { TagService } from '../../catalog/tags.service.ts';
import { createSitemap, type Sitemap } from './sitemap.service.ts';

const ORIGIN = 'https://facts.example';

/** The day of the first joke's text; each text is a day younger than the one before. */
const FIRST_DAY = Date.UTC(2005, 8, 1) / 86_400_000;

const jokeIds = (shelf: number) =>
  Array.from({ length: SHELF_SIZE }, (_, place) => shelf * SHELF_SIZE + place);

/** No joke has a tag. */
const tags: Pick<TagService, 'read'> = { read: () => Promise.resolve(NO_TAGS) };

/** No joke was approved after it was written. */
const cache = { newest: () => Promise.resolve([]) };

const asText = (sitemap: Sitemap) => async (part?: number) => (await sitemap(part)).toString();

/**
 * The sitemap of a site with this many jokes, every fifth of them not approved. The date of joke 2 is
 * unknown.
 */
function sitemapOf(jokes: number, all = shelvesOf) {
  const root = rootOf(
    Array.from({ length: jokes }, (_, index) => ({
      joke_id: index + 1,
      status: (index + 1) % 5 === 0 ? ('pending' as const) : ('approved' as const),
    })),
  );
  const index = createCatalogIndex(root);
  const current = () => Promise.resolve(index);
  return asText(
    createSitemap({
      catalog: { current },
      tags,
      shelves: { all },
      cache,
      origin: ORIGIN,
      clock: () => 0,
    }),
  );
}

const shelvesOf: ShelfService['all'] = ({ shelf_versions }) =>
  Promise.resolve(
    shelf_versions.map((_, shelf) => {
      const days = jokeIds(shelf).map((id) => [id, FIRST_DAY + id] as const);
      const known = days.filter(([id]) => id !== 2);
      return { texts: new Map(), folded: new Map(), days: new Map(known) };
    }),
  );

function urlsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url);
}

/** The dates in a sitemap by the paths of their URLs. */
function datesIn(xml: string): Record<string, string> {
  const dated = xml.matchAll(/<loc>([^<]*)<\/loc><lastmod>(.*?)<\/lastmod>/g);
  return Object.fromEntries(
    Array.from(dated, ([, url = '', date = '']) => [url.replace(ORIGIN, ''), date]),
  );
}

test('a sitemap has no dates on an empty site and while the texts can’t be read', async () => {
  const failing = () => Promise.reject(new Error('The database is down.'));
  for (const sitemap of [sitemapOf(0), sitemapOf(6, failing)]) {
    const xml = await sitemap();
    expect(urlsIn(xml)).toContain(`${ORIGIN}/newest`);
    expect(datesIn(xml)).toEqual({});
  }
});

test('a sitemap that is too long is the index of parts, which list every URL once', async () => {
  const sitemap = sitemapOf(28_000);
  const index = await sitemap();
  expect(index).toContain('<sitemapindex ');
  const parts = urlsIn(index);
  expect(parts).toEqual([1, 2, 3].map((part) => `${ORIGIN}/sitemap.xml?part=${part}`));
  expect(Object.keys(datesIn(index))).toHaveLength(3);
  const urls: string[] = [];
  for (const [i, url] of parts.entries()) {
    const xml = await sitemap(i + 1);
    const dates = Object.values(datesIn(xml)).toSorted();
    expect(datesIn(index)[url.replace(ORIGIN, '')]).toBe(dates.at(-1));
    const inPart = urlsIn(xml);
    expect(inPart.length).toBeLessThanOrEqual(10_000);
    urls.push(...inPart);
  }
  expect(urls).toHaveLength(22_400 + 11);
  expect(new Set(urls).size).toBe(urls.length);
  await expect(sitemap(4)).rejects.toMatchObject({ code: 'not_found' });
});

describe('a part', { tags: 'P22' }, () => {
  /** A sitemap of 30,000 facts, and what happens to its catalog. */
  function start() {
    const indexOf = (jokes: number) => {
      const index = createCatalogIndex(
        rootOf(
          Array.from({ length: jokes }, (_, place) => ({ joke_id: place + 1, status: 'approved' })),
        ),
      );
      const ids: typeof index.ids = (...given) => {
        const found = index.ids(...given);
        listed.push(found.length);
        return found;
      };
      return { ...index, ids };
    };
    /** how many jokes each reading of the catalog has found */
    const listed: number[] = [];
    const state = { index: indexOf(30_000), all: shelvesOf };
    const sitemap = createSitemap({
      tags,
      catalog: { current: () => Promise.resolve(state.index) },
      shelves: { all: (root) => state.all(root) },
      cache,
      origin: ORIGIN,
      clock: () => 0,
    });
    return { state, indexOf, listed, sitemap, read: asText(sitemap) };
  }

  test('is written alone, and once for all who ask for it', async () => {
    const { listed, sitemap } = start();
    const [first, ...others] = await Promise.all([2, 2, 2].map((part) => sitemap(part)));
    for (const other of [...others, await sitemap(2)]) expect(other).toBe(first);
    expect(listed).toEqual([10_000]);
  });

  test('is written again when the catalog has changed', async () => {
    const { state, indexOf, read } = start();
    expect(urlsIn(await read(4))).toHaveLength(11);
    state.index = indexOf(30_001);
    expect(urlsIn(await read(4))).toHaveLength(12);
  });

  test('that was written without dates is written again', async () => {
    const { state, read } = start();
    state.all = () => Promise.reject(new Error('The database is down.'));
    expect(datesIn(await read(2))).toEqual({});
    state.all = shelvesOf;
    expect(Object.keys(datesIn(await read(2)))).toHaveLength(10_000);
  });
});
