import type { CatalogService } from '../../catalog/catalog.service.ts';
import { ApiError } from '../../contract/index.ts';
import { escapeMarkup } from './escape-markup.ts';

/** The screens that search engines may list. */
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
const MAXIMUM_URLS = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function xml(kind: 'urlset' | 'sitemapindex', urls: readonly string[]): string {
  const entry = kind === 'urlset' ? 'url' : 'sitemap';
  const entries = urls.map((url) => `<${entry}><loc>${escapeMarkup(url)}</loc></${entry}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${NAMESPACE}">\n${entries.join('')}</${kind}>\n`;
}

export type Sitemap = ReturnType<typeof createSitemap>;

/** @param origin the site's origin, such as `https://facts.example` */
export function createSitemap(catalog: Pick<CatalogService, 'current'>, origin: string) {
  /**
   * The sitemap as XML. If it has too many URLs for one file, this is the index of its parts.
   * @param part the number of a part, from 1; undefined for the sitemap or its index
   * @throws ApiError not_found when there is no such part
   */
  return async (part?: number): Promise<string> => {
    const index = await catalog.current();
    const total = SCREENS.length + index.count(['approved']);
    const parts = Math.ceil(total / MAXIMUM_URLS);
    if (part === undefined && parts > 1) {
      const urls = Array.from({ length: parts }, (_, i) => `${origin}/sitemap.xml?part=${i + 1}`);
      return xml('sitemapindex', urls);
    }
    if (part !== undefined && part > parts) {
      throw new ApiError('not_found', 'There is no such part.');
    }
    const start = ((part ?? 1) - 1) * MAXIMUM_URLS;
    const screens = SCREENS.slice(start);
    const offset = Math.max(0, start - SCREENS.length);
    const jokeIds = index.ids(['approved'], 'date_asc', offset, MAXIMUM_URLS - screens.length);
    return xml('urlset', [
      ...screens.map((path) => origin + path),
      ...jokeIds.map((id) => `${origin}/fact/${id}`),
    ]);
  };
}
