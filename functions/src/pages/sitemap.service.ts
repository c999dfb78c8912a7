import { byContent, type Catalog } from '../catalog/catalog.ts';
import { READ, type Follower } from '../catalog/follower.ts';
import { changedAt } from '../catalog/joke.ts';
import type { Config } from '../config.ts';
import { factScreens, staticScreens, type Route } from '../contract/index.ts';
import { dateOf, TAGS, type Tag } from '../domain/index.ts';

/** The screens that search engines may list, besides those of single facts. */
const SCREENS = Object.values<Route>({ ...factScreens, ...staticScreens })
  .filter(({ path, indexed }) => indexed === true && !path.includes('{'))
  .map(({ path }) => path);

/** Beyond it, the oldest facts are left out (https://www.sitemaps.org/protocol.html); the lists lead to them. */
const MAXIMUM_URLS = 50_000;

/** The page of a tag with fewer approved jokes is not listed. */
const FEWEST_OF_TAG = 5;

/** The sitemap of a catalog as XML. @param origin the site's origin, such as `https://facts.example` */
function sitemapOf(catalog: Catalog, origin: string): string {
  const { jokes } = catalog.list(['approved'], 'date_desc');
  const jokesOf = (tag: Tag) => jokes.filter(({ tags }) => tags.includes(tag));
  const tags = TAGS.filter((tag) => jokesOf(tag).length >= FEWEST_OF_TAG);
  const screens = [...SCREENS, ...tags.map((tag) => `/tag/${tag}`)];
  const urls = [
    ...screens.map((path) => `<url><loc>${origin}${path}</loc></url>\n`),
    ...jokes.map((joke) => {
      const url = `${origin}/fact/${joke.joke_id}`;
      return `<url><loc>${url}</loc><lastmod>${dateOf(changedAt(joke))}</lastmod></url>\n`;
    }),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.slice(0, MAXIMUM_URLS).join('')}</urlset>
`;
}

interface Dependencies {
  follower: Pick<Follower, 'read'>;
  config: Pick<Config, 'siteOrigin'>;
}

export type Sitemap = ReturnType<typeof createSitemap>;

/**
 * Lists every public screen and approved joke, the newest first, with the days on which they changed. It is written when
 * it is requested, and cached until content changes.
 */
export function createSitemap({ follower, config }: Dependencies) {
  const fileOf = byContent((catalog) => Buffer.from(sitemapOf(catalog, config.siteOrigin)));
  /** The sitemap as XML, in a buffer that all callers share. */
  return async (): Promise<Buffer> => fileOf(await follower.read(READ.visitor));
}
