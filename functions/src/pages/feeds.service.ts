import { READ, type Follower } from '../catalog/follower.ts';
import { changedAt, type Joke } from '../catalog/joke.ts';
import { factScreens, feeds, imageUrl, PRODUCT_NAME } from '../contract/index.ts';
import { jokeTitle } from '../domain/index.ts';
import type { DailyService } from '../jokes/daily.service.ts';
import { escapeMarkup } from '../platform/escape-markup.ts';
import type { Tools } from '../platform/tools.ts';

/** Without the charset, HTTP clients could take XML for another encoding (RFC 7303). */
const ATOM = 'application/atom+xml; charset=utf-8';

/**
 * What XML 1.0 does not allow, even escaped (https://www.w3.org/TR/xml/#charsets), and carriage returns,
 * which its parsers change.
 */
const NOT_XML = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text for an element or attribute of XML. */
const xml = (text: string) => escapeMarkup(text.replace(NOT_XML, ''));

/** A feed of jokes. URLs are absolute. */
interface Feed {
  title: string;
  description: string;
  /** of the feed itself, which is also its id */
  url: string;
  /** of the page that shows the same */
  page: string;
  /** the newest first; in the feed of the days, each with its day */
  items: readonly { joke: Joke; date?: string }[];
}

/**
 * A feed in the format Atom (RFC 4287). It has the same bytes until an item changes. No library writes it: theirs put
 * white space around texts, which widely used readers show.
 */
export function atomOf({ title, description, url: feed, page, items }: Feed): string {
  const onSite = (path: string) => xml(new URL(path, feed).href);
  // A feed without items has not changed yet.
  let latest = new Date(0);
  const entries = items.map(({ joke, date }) => {
    const { joke_id, joke_text, image, created_at, approved_at } = joke;
    const url = onSite(`/fact/${joke_id}`);
    const published = date === undefined ? (approved_at ?? created_at) : new Date(date);
    const updated = new Date(Math.max(published.getTime(), changedAt(joke).getTime()));
    if (updated > latest) latest = updated;
    const file = image && onSite(imageUrl(image.file));
    const enclosure = file ? `<link rel="enclosure" type="image/webp" href="${file}"/>` : '';
    // A joke can be that of several days.
    const id = date === undefined ? url : xml(`${feed}#${date}`);
    // As HTML, because readers may put plain text on one line.
    const html = escapeMarkup(joke_text).replaceAll('\n', '<br>');
    return `<entry>
<id>${id}</id>
<title>${xml(jokeTitle(joke))}</title>
<updated>${updated.toISOString()}</updated>
<published>${published.toISOString()}</published>
<link rel="alternate" type="text/html" href="${url}"/>${enclosure}
<content type="html">${xml(html)}</content>
</entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${xml(feed)}</id>
<title>${xml(title)}</title>
<subtitle>${xml(description)}</subtitle>
<updated>${latest.toISOString()}</updated>
<author><name>${xml(PRODUCT_NAME)}</name><uri>${onSite('/')}</uri></author>
<icon>${onSite('/icons/icon-512.png')}</icon>
<link rel="self" type="application/atom+xml" href="${xml(feed)}"/>
<link rel="alternate" type="text/html" href="${xml(page)}"/>
${entries.join('')}</feed>
`;
}

interface Dependencies extends Pick<Tools, 'config'> {
  follower: Follower;
  daily: DailyService;
}

export type Feeds = ReturnType<typeof createFeeds>;

/**
 * The pages that are feeds of approved jokes, as Atom. They show neither ratings nor the current time, so that votes and
 * requests don't change them.
 */
export function createFeeds({ follower, daily, config: { siteOrigin } }: Dependencies) {
  return {
    /** The most recently approved jokes. */
    async atomFeed() {
      const jokes = (await follower.read(READ.visitor)).newest();
      const text = atomOf({
        title: feeds.atomFeed.title,
        description: `The latest approved ${PRODUCT_NAME}, newest first.`,
        url: siteOrigin + feeds.atomFeed.path,
        page: siteOrigin + factScreens.newest.path,
        items: jokes.map((joke) => ({ joke })),
      });
      return { type: ATOM, text };
    },

    /** The joke of each day, at midnight UTC. */
    async dailyFeed() {
      const text = atomOf({
        title: feeds.dailyFeed.title,
        description: 'One fact a day, the same for everyone.',
        url: siteOrigin + feeds.dailyFeed.path,
        page: siteOrigin + factScreens.home.path,
        items: await daily.list(),
      });
      return { type: ATOM, text };
    },
  };
}
