import { expect, test } from 'vitest';
import { createCatalogIndex } from '../../catalog/catalog-index.ts';
import { rootOf } from '../../catalog/catalog-root.ts';
import { createSitemap, type Sitemap } from './sitemap.service.ts';

const ORIGIN = 'https://facts.example';

/** The sitemap of a site with this many jokes, every fifth of them not approved. */
function sitemapOf(jokes: number): Sitemap {
  const root = rootOf(
    Array.from({ length: jokes }, (_, index) => ({
      joke_id: index + 1,
      status: (index + 1) % 5 === 0 ? ('pending' as const) : ('approved' as const),
    })),
  );
  return createSitemap({ current: () => Promise.resolve(createCatalogIndex(root)) }, ORIGIN);
}

function urlsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url);
}

test('a sitemap lists the screens and every approved fact', async () => {
  const xml = await sitemapOf(6)();
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /);
  const urls = urlsIn(xml);
  expect(urls).toContain(`${ORIGIN}/top-100`);
  expect(urls.filter((url) => url.includes('/fact/'))).toEqual(
    [1, 2, 3, 4, 6].map((id) => `${ORIGIN}/fact/${id}`),
  );
});

test('a sitemap that is too long is the index of parts, which list every URL once', async () => {
  const sitemap = sitemapOf(140_000);
  const index = await sitemap();
  expect(index).toContain('<sitemapindex ');
  const parts = urlsIn(index);
  expect(parts).toEqual([1, 2, 3].map((part) => `${ORIGIN}/sitemap.xml?part=${part}`));
  const urls: string[] = [];
  for (const i of parts.keys()) {
    const inPart = urlsIn(await sitemap(i + 1));
    expect(inPart.length).toBeLessThanOrEqual(50_000);
    urls.push(...inPart);
  }
  expect(urls).toHaveLength(112_000 + 9);
  expect(new Set(urls).size).toBe(urls.length);
  await expect(sitemap(4)).rejects.toMatchObject({ code: 'not_found' });
});
