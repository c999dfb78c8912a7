import { pages, PRODUCT_NAME } from '../contract/index.ts';
import { jokeTitle } from '../domain/index.ts';
import type { CatalogService } from '../catalog/catalog.service.ts';
import { changedAt, type CatalogJoke } from '../catalog/joke-document.ts';
import { imageUrl } from '../jokes/present-joke.ts';
import type { DailyService } from '../jokes/daily.service.ts';
import { atomOf, jsonFeedOf, type Feed, type FeedItem } from './feed-formats.ts';

interface Dependencies {
  catalog: Pick<CatalogService, 'current'>;
  daily: DailyService;
  /** the site's, such as `https://facts.example` */
  origin: string;
}

/** Without the charset, HTTP clients could take XML for another encoding (RFC 7303). */
const ATOM = 'application/atom+xml; charset=utf-8';

/**
 * The pages that are feeds of approved jokes. They show neither ratings nor the current time, so that votes and requests
 * don't change them.
 */
export function createFeeds({ catalog, daily, origin }: Dependencies) {
  function itemOf(joke: CatalogJoke): FeedItem {
    const url = `${origin}/fact/${joke.joke_id}`;
    return {
      id: url,
      title: jokeTitle(joke),
      text: joke.joke_text,
      url,
      image: joke.image ? origin + imageUrl(joke.image.file) : undefined,
      published: joke.approved_at ?? joke.created_at,
      updated: changedAt(joke),
    };
  }

  async function newest(path: string): Promise<Feed> {
    const jokes = (await catalog.current()).newest();
    return {
      title: `Newest ${PRODUCT_NAME}`,
      description: `The latest approved ${PRODUCT_NAME}, newest first.`,
      url: origin + path,
      site: `${origin}/`,
      page: `${origin}/newest`,
      items: jokes.map(itemOf),
    };
  }

  return {
    /** The most recently approved jokes as Atom. */
    atomFeed: async () => ({ type: ATOM, text: atomOf(await newest(pages.atomFeed.path)) }),

    /** The same as JSON Feed. */
    jsonFeed: async () => ({
      type: 'application/feed+json',
      text: jsonFeedOf(await newest(pages.jsonFeed.path)),
    }),

    /** The joke of each day, at midnight UTC, as Atom. */
    async dailyFeed() {
      const url = origin + pages.dailyFeed.path;
      const items = (await daily.list()).map(({ date, joke }) => {
        const published = new Date(date);
        const item = itemOf(joke);
        const updated = new Date(Math.max(published.getTime(), item.updated.getTime()));
        // A joke can be that of several days.
        return { ...item, id: `${url}#${date}`, published, updated };
      });
      const text = atomOf({
        title: `${PRODUCT_NAME}: one a day`,
        description: 'One fact a day, the same for everyone.',
        url,
        site: `${origin}/`,
        page: `${origin}/`,
        items,
      });
      return { type: ATOM, text };
    },
  };
}
