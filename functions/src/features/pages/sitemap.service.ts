import { shelfOf } from '../../catalog/catalog-root.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { ShelfService } from '../../catalog/shelves.service.ts';
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
  '/developers',
  '/privacy',
] as const;

/** Those that change with the newest fact. */
const LISTS: ReadonlySet<string> = new Set(['/', '/top-100', '/newest']);

// Source: https://www.sitemaps.org/protocol.html
const MAXIMUM_URLS = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface Entry {
  url: string;
  /** the day (UTC) of the last change, counted from January 1, 1970, if it is known */
  day?: number | undefined;
}

/** A day in the format of W3C Datetime, such as `2026-11-22`. */
function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function xml(kind: 'urlset' | 'sitemapindex', entries: readonly Entry[]): string {
  const element = kind === 'urlset' ? 'url' : 'sitemap';
  const lines = entries.map(({ url, day }) => {
    const modified = day === undefined ? '' : `<lastmod>${dateOf(day)}</lastmod>`;
    return `<${element}><loc>${escapeMarkup(url)}</loc>${modified}</${element}>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${NAMESPACE}">\n${lines.join('')}</${kind}>\n`;
}

/** The latest day of these entries, if any is known. */
function latestOf(entries: readonly Entry[]): number | undefined {
  const latest = entries.reduce((most, { day = -Infinity }) => Math.max(most, day), -Infinity);
  return latest === -Infinity ? undefined : latest;
}

interface Dependencies {
  catalog: Pick<CatalogService, 'current'>;
  shelves: Pick<ShelfService, 'all'>;
  /** the site's origin, such as `https://facts.example` */
  origin: string;
}

export type Sitemap = ReturnType<typeof createSitemap>;

/** Lists every public screen and approved joke, with the days on which texts were written or edited. */
export function createSitemap({ catalog, shelves, origin }: Dependencies) {
  /**
   * The sitemap as XML. If it has too many URLs for one file, this is the index of its parts. Reads the
   * shelves of the catalog that have changed since they were last read; if that fails, dates are missing.
   * @param part the number of a part, from 1; undefined for the sitemap or its index
   * @throws ApiError not_found when there is no such part
   */
  return async (part?: number): Promise<string> => {
    const index = await catalog.current();
    const total = SCREENS.length + index.count(['approved']);
    const parts = Math.ceil(total / MAXIMUM_URLS);
    if (part !== undefined && part > parts) {
      throw new ApiError('not_found', 'There is no such part.');
    }
    const all = await shelves.all(index.root).catch(() => []);
    const facts = index.ids(['approved'], 'date_asc', 0, Infinity).map((id) => ({
      url: `${origin}/fact/${id}`,
      day: all[shelfOf(id)]?.days.get(id),
    }));
    const latest = latestOf(facts);
    const screens = SCREENS.map((path) => ({
      url: origin + path,
      day: LISTS.has(path) ? latest : undefined,
    }));
    const entries = [...screens, ...facts];
    const inPart = (number: number) =>
      entries.slice((number - 1) * MAXIMUM_URLS, number * MAXIMUM_URLS);
    if (part !== undefined || parts === 1) return xml('urlset', inPart(part ?? 1));
    return xml(
      'sitemapindex',
      Array.from({ length: parts }, (_, i) => ({
        url: `${origin}/sitemap.xml?part=${i + 1}`,
        day: latestOf(inPart(i + 1)),
      })),
    );
  };
}
