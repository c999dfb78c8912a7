import { expect, test } from 'vitest';
import { createCatalog } from '../../catalog/catalog.ts';
import { catalogEntry } from '../../catalog/joke-document.ts';
import { createSitemap } from './sitemap.service.ts';

const ORIGIN = 'https://facts.example';
const FIRST_DAY = Date.UTC(2005, 8, 1);

/** A site with this many jokes, every fifth of them not approved; each was created a day after the one before. */
function siteOf(jokes: number) {
  const catalog = createCatalog({ clock: () => 0, monotonic: () => 0, firstVersion: 1 });
  const add = (joke_id: number) => {
    const joke = catalogEntry.parse({
      joke_id,
      joke_text: `Fact number ${joke_id}.`,
      status: joke_id % 5 === 0 ? 'pending' : 'approved',
      histogram: [0, 0, 0, 0, 0],
      image: null,
      created_at: new Date(FIRST_DAY + joke_id * 86_400_000),
      approved_at: null,
    });
    catalog.apply({ joke_id, version: 1, joke });
  };
  for (let id = 1; id <= jokes; id += 1) add(id);
  const sitemap = createSitemap({
    catalog: { current: () => Promise.resolve(catalog) },
    origin: ORIGIN,
  });
  return { add, sitemap, read: async (part?: number) => (await sitemap(part)).toString() };
}

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

test('a sitemap has no dates on an empty site', async () => {
  const xml = await siteOf(0).read();
  expect(urlsIn(xml)).toContain(`${ORIGIN}/newest`);
  expect(datesIn(xml)).toEqual({});
});

test('a sitemap that is too long is the index of parts, which list every URL once', async () => {
  const { read } = siteOf(28_000);
  const index = await read();
  expect(index).toContain('<sitemapindex ');
  const parts = urlsIn(index);
  expect(parts).toEqual([1, 2, 3].map((part) => `${ORIGIN}/sitemap.xml?part=${part}`));
  const urls: string[] = [];
  for (const [at, url] of parts.entries()) {
    const xml = await read(at + 1);
    const inPart = urlsIn(xml);
    expect(inPart.length).toBeLessThanOrEqual(10_000);
    urls.push(...inPart);
    // That of the first part is also the day of the lists, which change with any fact.
    const latest = Object.values(datesIn(xml)).toSorted().at(-1);
    expect(datesIn(index)[url.replace(ORIGIN, '')]).toBe(latest);
  }
  expect(urls).toHaveLength(22_400 + 11);
  expect(new Set(urls).size).toBe(urls.length);
  await expect(read(4)).rejects.toMatchObject({ code: 'not_found' });
});

test(
  'a part is written once for all who ask for it, and again when content has changed',
  { tags: 'P22' },
  async () => {
    const { add, sitemap, read } = siteOf(12_499);
    const [first, ...others] = await Promise.all([1, 1, 1].map((part) => sitemap(part)));
    for (const other of [...others, await sitemap(1)]) expect(other).toBe(first);
    expect(urlsIn(await read()).length).toBe(2);
    const last = urlsIn(await read(2));
    add(12_501);
    expect(urlsIn(await read(2))).toEqual([...last, `${ORIGIN}/fact/12501`]);
  },
);
