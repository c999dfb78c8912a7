import type { Catalog } from '../catalog/catalog.ts';
import type { CatalogService } from '../catalog/catalog.service.ts';
import { changedAt, type CatalogJoke } from '../catalog/joke-document.ts';
import { factScreens, staticScreens, type Route } from '../contract/index.ts';
import { dateOf, TAGS } from '../domain/index.ts';
import { escapeMarkup } from '../platform/escape-markup.ts';

/** The screens that search engines may list, besides those of single facts. */
const SCREENS = Object.values<Route>({ ...factScreens, ...staticScreens }).filter(
  ({ path, indexed }) => indexed === true && !path.includes('{'),
);

/**
 * Beyond it, the oldest facts are left out; the lists lead to them.
 * Source: https://www.sitemaps.org/protocol.html
 */
const MAXIMUM_URLS = 50_000;

/** The page of a tag with fewer approved jokes is not listed. */
const FEWEST_OF_TAG = 5;

/** @param changed the time of the last change, if it is known */
function entry(url: string, changed: Date | undefined): string {
  const modified = changed === undefined ? '' : `<lastmod>${dateOf(changed)}</lastmod>`;
  return `<url><loc>${escapeMarkup(url)}</loc>${modified}</url>\n`;
}

/** When the latest of some jokes changed; undefined without any. */
function latestOf(jokes: readonly CatalogJoke[]): Date | undefined {
  const latest = jokes.reduce((most, joke) => Math.max(most, changedAt(joke).getTime()), -Infinity);
  return jokes.length === 0 ? undefined : new Date(latest);
}

/** The sitemap of a catalog as XML. @param origin the site's origin, such as `https://facts.example` */
function sitemapOf(catalog: Catalog, origin: string): string {
  const { jokes } = catalog.list(['approved'], 'date_desc');
  const latest = latestOf(jokes);
  const urls = [
    // What is cached for a minute changes with the newest fact.
    ...SCREENS.map(({ path, cache }) => entry(origin + path, cache && latest)),
    ...TAGS.flatMap((tag) => {
      const tagged = jokes.filter(({ tags }) => tags.includes(tag));
      if (tagged.length < FEWEST_OF_TAG) return [];
      return entry(`${origin}/tag/${tag}`, latestOf(tagged));
    }),
    ...jokes.map((joke) => entry(`${origin}/fact/${joke.joke_id}`, changedAt(joke))),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.slice(0, MAXIMUM_URLS).join('')}</urlset>
`;
}

interface Dependencies {
  catalog: Pick<CatalogService, 'current'>;
  /** the site's origin, such as `https://facts.example` */
  origin: string;
}

export type Sitemap = ReturnType<typeof createSitemap>;

/**
 * Lists every public screen and approved joke, the newest first, with the days on which they changed. It is written when
 * it is requested, and kept until content changes.
 */
export function createSitemap({ catalog: catalogs, origin }: Dependencies) {
  let kept: { version: number; file: Buffer } | undefined;
  /** The sitemap as XML, in a buffer that all callers share. */
  return async (): Promise<Buffer> => {
    const catalog = await catalogs.current();
    const version = catalog.contentVersion();
    if (kept?.version !== version) {
      kept = { version, file: Buffer.from(sitemapOf(catalog, origin)) };
    }
    return kept.file;
  };
}
