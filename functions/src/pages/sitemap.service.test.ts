import { expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog.ts';
import { catalogEntry } from '../catalog/joke-document.ts';
import { createSitemap } from './sitemap.service.ts';

const ORIGIN = 'https://facts.example';
const FIRST_DAY = Date.UTC(2005, 8, 1);

/** A site with this many jokes, every fifth of them not approved; each was created a day after the one before. */
function siteOf(jokes: number) {
  const catalog = createCatalog({ clock: () => 0, monotonic: () => 0 });
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
    config: { siteOrigin: ORIGIN },
  });
  return { add, sitemap, read: async () => (await sitemap()).toString() };
}

function urlsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url);
}

test('a sitemap that would be too long lists the 50,000 newest pages', async () => {
  const { read } = siteOf(63_000);
  const urls = urlsIn(await read());
  expect(urls).toHaveLength(50_000);
  expect(urls).toContain(`${ORIGIN}/newest`);
  expect(urls).toContain(`${ORIGIN}/fact/62999`);
  expect(urls).not.toContain(`${ORIGIN}/fact/1`);
  expect(new Set(urls).size).toBe(urls.length);
});

test(
  'a sitemap is written once for all who ask for it, and again when content has changed',
  { tags: 'P22' },
  async () => {
    const { add, sitemap, read } = siteOf(4);
    const [first, ...others] = await Promise.all([sitemap(), sitemap(), sitemap()]);
    for (const other of [...others, await sitemap()]) expect(other).toBe(first);
    const before = urlsIn(await read());
    add(6);
    expect(new Set(urlsIn(await read()))).toEqual(new Set([...before, `${ORIGIN}/fact/6`]));
  },
);
