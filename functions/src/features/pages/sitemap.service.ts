import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import { changedAt, type CatalogJoke } from '../../catalog/joke-document.ts';
import { ApiError, factScreens, staticScreens, type Route } from '../../contract/index.ts';
import { dateOf, TAGS } from '../../domain/index.ts';
import { escapeMarkup } from '../../platform/escape-markup.ts';

/** The screens that search engines may list, besides those of single facts. */
const SCREENS = Object.values<Route>({ ...factScreens, ...staticScreens }).filter(
  ({ path, indexed }) => indexed === true && !path.includes('{'),
);

/**
 * The protocol allows 50,000, which would be 4 MB; this is less than 1 MB.
 * Source: https://www.sitemaps.org/protocol.html
 */
const MAXIMUM_URLS = 10_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The page of a tag with fewer approved jokes is not listed. */
const FEWEST_OF_TAG = 5;

/** The number of the index among the parts, which count from 1. */
const INDEX = 0;
/** @param changed the time of the last change, if it is known */
function entry(element: 'url' | 'sitemap', url: string, changed: Date | undefined): string {
  const modified = changed === undefined ? '' : `<lastmod>${dateOf(changed)}</lastmod>`;
  return `<${element}><loc>${escapeMarkup(url)}</loc>${modified}</${element}>\n`;
}

function xml(kind: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${NAMESPACE}">\n${entries.join('')}</${kind}>\n`;
}

/** When the latest of some jokes changed; undefined without any. */
function latestOf(jokes: readonly CatalogJoke[]): Date | undefined {
  const latest = jokes.reduce((most, joke) => Math.max(most, changedAt(joke).getTime()), -Infinity);
  return jokes.length === 0 ? undefined : new Date(latest);
}

/** Writes the files of a catalog. @param origin the site's origin, such as `https://facts.example` */
function writerOf(catalog: Catalog, origin: string) {
  const { jokes } = catalog.list(['approved'], 'date_asc');
  jokes.sort((a, b) => a.joke_id - b.joke_id);
  /** The jokes of a part. In the first one, the screens precede them. */
  const jokesIn = (part: number) =>
    jokes.slice(
      Math.max(0, (part - 1) * MAXIMUM_URLS - SCREENS.length),
      part * MAXIMUM_URLS - SCREENS.length,
    );

  /** The pages of tags with enough jokes. */
  function tagPages(): string[] {
    return TAGS.flatMap((tag) => {
      const tagged = jokes.filter(({ tags }) => tags.includes(tag));
      if (tagged.length < FEWEST_OF_TAG) return [];
      return entry('url', `${origin}/tag/${tag}`, latestOf(tagged));
    });
  }

  return {
    part(part: number): string {
      const latest = part === 1 ? latestOf(jokes) : undefined;
      const screens = part === 1 ? SCREENS : [];
      return xml('urlset', [
        // What is cached for a minute changes with the newest fact.
        ...screens.map(({ path, cache }) => entry('url', origin + path, cache && latest)),
        // A dozen more than a part has.
        ...(part === 1 ? tagPages() : []),
        ...jokesIn(part).map((joke) =>
          entry('url', `${origin}/fact/${joke.joke_id}`, changedAt(joke)),
        ),
      ]);
    },
    index(parts: number): string {
      const entries = Array.from({ length: parts }, (_, place) => {
        const part = place + 1;
        const latest = latestOf(part === 1 ? jokes : jokesIn(part));
        return entry('sitemap', `${origin}/sitemap.xml?part=${part}`, latest);
      });
      return xml('sitemapindex', entries);
    },
  };
}

interface Dependencies {
  catalog: Pick<CatalogService, 'current'>;
  /** the site's origin, such as `https://facts.example` */
  origin: string;
}

export type Sitemap = ReturnType<typeof createSitemap>;

/**
 * Lists every public screen and approved joke, with the days on which they changed. A part is written when it is
 * requested, and kept until content changes.
 */
export function createSitemap({ catalog: catalogs, origin }: Dependencies) {
  let kept: { version: number; files: Map<number, Buffer> } | undefined;

  /**
   * The sitemap as XML, in a buffer that all callers share. If it has too many URLs for one file, this is the index of
   * its parts.
   * @param part the number of a part, from 1; undefined for the sitemap or its index
   * @throws ApiError not_found when there is no such part
   */
  return async (part?: number): Promise<Buffer> => {
    const catalog = await catalogs.current();
    const parts = Math.ceil((SCREENS.length + catalog.totals().approved) / MAXIMUM_URLS);
    if (part !== undefined && part > parts) {
      throw new ApiError('not_found', 'There is no such part.');
    }
    const version = catalog.contentVersion();
    if (kept?.version !== version) kept = { version, files: new Map() };
    const number = part ?? (parts === 1 ? 1 : INDEX);
    let file = kept.files.get(number);
    if (!file) {
      const write = writerOf(catalog, origin);
      file = Buffer.from(number === INDEX ? write.index(parts) : write.part(number));
      kept.files.set(number, file);
    }
    return file;
  };
}
