import type { CatalogService } from '../../catalog/catalog.service.ts';
import { ApiError } from '../../contract/index.ts';
import { escapeMarkup } from './markup.ts';

/** The screens that anyone may find. */
const SCREENS = [
  '/',
  '/top-100',
  '/newest',
  '/random',
  '/submit',
  '/about',
  '/facts-archive',
  '/history',
] as const;

// Source: https://www.sitemaps.org/protocol.html
const MAXIMUM_ADDRESSES = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * The sitemap as XML; with more addresses than one may hold, the index of its parts.
 * @param part which part, from 1; undefined for the whole
 * @throws ApiError not_found when there is no such part
 */
export type Sitemap = (part?: number) => Promise<string>;

function xml(kind: 'urlset' | 'sitemapindex', addresses: readonly string[]): string {
  const entry = kind === 'urlset' ? 'url' : 'sitemap';
  const entries = addresses.map(
    (address) => `<${entry}><loc>${escapeMarkup(address)}</loc></${entry}>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${NAMESPACE}">\n${entries.join('')}</${kind}>\n`;
}

/** @param origin the site's, such as `https://facts.example` */
export function createSitemap(catalog: Pick<CatalogService, 'current'>, origin: string): Sitemap {
  return async (part) => {
    const index = await catalog.current();
    const all = SCREENS.length + index.count(['approved']);
    const parts = Math.ceil(all / MAXIMUM_ADDRESSES);
    if (part === undefined && parts > 1) {
      const addresses = Array.from(
        { length: parts },
        (_, place) => `${origin}/sitemap.xml?part=${place + 1}`,
      );
      return xml('sitemapindex', addresses);
    }
    if (part !== undefined && part > parts) {
      throw new ApiError('not_found', 'There is no such part.');
    }
    const start = ((part ?? 1) - 1) * MAXIMUM_ADDRESSES;
    const screens = SCREENS.slice(start);
    const before = Math.max(0, start - SCREENS.length);
    const facts = index.ids(['approved'], 'date_asc', before, MAXIMUM_ADDRESSES - screens.length);
    return xml('urlset', [
      ...screens.map((path) => origin + path),
      ...facts.map((id) => `${origin}/fact/${id}`),
    ]);
  };
}
