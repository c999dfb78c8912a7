import { expect, test } from 'vitest';
import { createCatalogIndex } from '../../catalog/catalog-index.ts';
import { rootOf } from '../../catalog/catalog-root.ts';
import { createSitemap, type Sitemap } from './sitemap.service.ts';

const ORIGIN = 'https://facts.example';

/** The sitemap of a site with that many jokes; every fifth is not approved. */
function sitemapOf(jokes: number): Sitemap {
  const root = rootOf(
    Array.from({ length: jokes }, (_, index) => ({
      joke_id: index + 1,
      status: (index + 1) % 5 === 0 ? ('pending' as const) : ('approved' as const),
    })),
  );
  return createSitemap({ current: () => Promise.resolve(createCatalogIndex(root)) }, ORIGIN);
}

function addresses(xml: string): string[] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
}

test('a sitemap holds the screens and every approved fact', async () => {
  const xml = await sitemapOf(6)();
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /);
  const found = addresses(xml);
  expect(found).toContain(`${ORIGIN}/top-100`);
  expect(found.filter((address) => address.includes('/fact/'))).toEqual(
    [1, 2, 3, 4, 6].map((id) => `${ORIGIN}/fact/${id}`),
  );
});

test('with more addresses than one may hold it is the index of parts that hold them all once', async () => {
  const sitemap = sitemapOf(140_000);
  const index = await sitemap();
  expect(index).toContain('<sitemapindex ');
  const parts = addresses(index);
  expect(parts).toEqual([1, 2, 3].map((part) => `${ORIGIN}/sitemap.xml?part=${part}`));
  const found: string[] = [];
  for (const place of parts.keys()) {
    const held = addresses(await sitemap(place + 1));
    expect(held.length).toBeLessThanOrEqual(50_000);
    found.push(...held);
  }
  expect(found).toHaveLength(112_000 + 8);
  expect(new Set(found).size).toBe(found.length);
  await expect(sitemap(4)).rejects.toMatchObject({ code: 'not_found' });
});
