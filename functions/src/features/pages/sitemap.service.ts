import { setImmediate } from 'node:timers/promises';
import { createCache } from '../../platform/cache/cache.ts';
import type { CatalogIndex } from '../../catalog/catalog-index.ts';
import { shelfOf } from '../../catalog/catalog-root.ts';
import { dateOf, dayOf } from '../../catalog/catalog.data.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { Shelf, ShelfService } from '../../catalog/shelves.service.ts';
import { NO_TAGS, selectJokes, type TagIndex } from '../../catalog/tag-index.ts';
import type { TagService } from '../../catalog/tags.service.ts';
import { ApiError, factScreens, staticScreens, type Route } from '../../contract/index.ts';
import { TAGS } from '../../domain/index.ts';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import type { JokeCache } from '../jokes/joke-cache.ts';

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
/** As many as 100,000 jokes have. */
const MAXIMUM_CACHED = 12;
/** A file never changes while it is cached. */
const LIFETIME_MS = 24 * 60 * 60_000;

/** @param day of the last change (UTC), counted from January 1, 1970, if it is known */
function entry(element: 'url' | 'sitemap', url: string, day: number | undefined): string {
  const modified = day === undefined ? '' : `<lastmod>${dateOf(day)}</lastmod>`;
  return `<${element}><loc>${escapeMarkup(url)}</loc>${modified}</${element}>\n`;
}

function xml(kind: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${NAMESPACE}">\n${entries.join('')}</${kind}>\n`;
}

/** The latest of some days; undefined if none is known. */
function latestOf(days: readonly (number | undefined)[]): number | undefined {
  const latest = days.reduce<number>((most, day = -Infinity) => Math.max(most, day), -Infinity);
  return latest === -Infinity ? undefined : latest;
}

function countParts(index: CatalogIndex): number {
  return Math.ceil((SCREENS.length + index.count(['approved'])) / MAXIMUM_URLS);
}

/**
 * Writes the files of a catalog.
 * @param all its shelves; undefined if they can't be read
 * @param approvals the days on which visitors could first read the newest facts, those that the feeds have
 *   too: shelves know only when a text was written, which may be long before
 * @param tagged which jokes have which tags
 * @param origin the site's origin, such as `https://facts.example`
 */
function writerOf(
  index: CatalogIndex,
  all: readonly (Shelf | undefined)[] = [],
  approvals: ReadonlyMap<number, number>,
  tagged: TagIndex,
  origin: string,
) {
  const changedOn = (id: number) => {
    const written = all[shelfOf(id)]?.days.get(id);
    return written === undefined ? undefined : Math.max(written, approvals.get(id) ?? written);
  };
  const jokeIds = (from: number, to: number) =>
    index.ids(['approved'], 'date_asc', Math.max(0, from), to - Math.max(0, from));
  /** The jokes of a part. In the first one, the screens precede them. */
  const jokeIdsIn = (part: number) =>
    jokeIds((part - 1) * MAXIMUM_URLS - SCREENS.length, part * MAXIMUM_URLS - SCREENS.length);
  /** The day of the lists, which are in the first part. */
  const latest = () => latestOf(jokeIds(0, Infinity).map(changedOn));

  /** The pages of tags with enough jokes. */
  function tagPages(): string[] {
    const approved = jokeIds(0, Infinity);
    return TAGS.flatMap((tag) => {
      const ids = approved.filter(selectJokes(tagged, { any: [tag] }).has);
      if (ids.length < FEWEST_OF_TAG) return [];
      return entry('url', `${origin}/tag/${tag}`, latestOf(ids.map(changedOn)));
    });
  }

  return {
    part(part: number): string {
      const ofLists = part === 1 ? latest() : undefined;
      const screens = part === 1 ? SCREENS : [];
      return xml('urlset', [
        // What is cached for a minute changes with the newest fact.
        ...screens.map(({ path, cache }) => entry('url', origin + path, cache && ofLists)),
        // A dozen more than a part has.
        ...(part === 1 ? tagPages() : []),
        ...jokeIdsIn(part).map((id) => entry('url', `${origin}/fact/${id}`, changedOn(id))),
      ]);
    },
    index(): string {
      const entries = Array.from({ length: countParts(index) }, (_, place) => {
        const part = place + 1;
        const day = part === 1 ? latest() : latestOf(jokeIdsIn(part).map(changedOn));
        return entry('sitemap', `${origin}/sitemap.xml?part=${part}`, day);
      });
      return xml('sitemapindex', entries);
    },
  };
}

interface Dependencies {
  catalog: Pick<CatalogService, 'current'>;
  tags: Pick<TagService, 'read'>;
  shelves: Pick<ShelfService, 'all'>;
  cache: Pick<JokeCache, 'newest'>;
  /** the site's origin, such as `https://facts.example` */
  origin: string;
  /** milliseconds since the epoch */
  clock: () => number;
}

export type Sitemap = ReturnType<typeof createSitemap>;

/**
 * Lists every public screen and approved joke, with the days on which texts were written or edited. A part
 * is written when it is requested, and cached until the catalog changes; simultaneous calls share the work.
 */
export function createSitemap({ catalog, tags, shelves, cache, origin, clock }: Dependencies) {
  /** No read on an instance that has the ranking; if that fails, the days stay as they are. */
  async function readApprovals(): Promise<Map<number, number>> {
    const newest = await cache.newest().catch(() => []);
    return new Map(
      newest.flatMap(({ joke_id, approved_at }) =>
        approved_at ? [[joke_id, dayOf(approved_at)]] : [],
      ),
    );
  }

  /** The files of a catalog by the numbers of their parts. Those without dates are not cached. */
  function filesOf(index: CatalogIndex) {
    const files = createCache<number, Buffer>(
      async (parts) => {
        const all = await shelves.all(index.root).catch(() => undefined);
        // Their pages are in the first part. While that is not known, none are listed.
        const tagged = parts.includes(1) ? await tags.read(index).catch(() => NO_TAGS) : NO_TAGS;
        const write = writerOf(index, all, await readApprovals(), tagged, origin);
        const written: Buffer[] = [];
        for (const part of parts) {
          if (!all) files.expire(part);
          written.push(Buffer.from(part === INDEX ? write.index() : write.part(part)));
          // Other requests go on in between.
          await setImmediate();
        }
        return written;
      },
      { maximum: MAXIMUM_CACHED, lifetimeMs: LIFETIME_MS, clock },
    );
    return files;
  }
  let latest: { index: CatalogIndex; files: ReturnType<typeof filesOf> } | undefined;

  /**
   * The sitemap as XML, in a buffer that all callers share. If it has too many URLs for one file, this is the index of its parts. Reads the
   * shelves of the catalog that have changed since they were last read; if that fails, dates are missing.
   * @param part the number of a part, from 1; undefined for the sitemap or its index
   * @throws ApiError not_found when there is no such part
   */
  return async (part?: number): Promise<Buffer> => {
    const index = await catalog.current();
    const parts = countParts(index);
    if (part !== undefined && part > parts) {
      throw new ApiError('not_found', 'There is no such part.');
    }
    if (latest?.index !== index) latest = { index, files: filesOf(index) };
    return latest.files.get(part ?? (parts === 1 ? 1 : INDEX));
  };
}
