import type { AtomFeed, JsonFeed } from 'feedsmith';
import { PRODUCT_NAME } from '../../contract/index.ts';
import { escapeMarkup } from '../../platform/escape-markup.ts';

export interface FeedItem {
  /** an IRI that never changes and that no other item has */
  id: string;
  title: string;
  /** with `\n` as line breaks */
  text: string;
  /** of its page */
  url: string;
  /** URL of its image, if it has one */
  image: string | undefined;
  published: Date;
  /** when text or image last changed */
  updated: Date;
}

/** A feed, whatever its format. URLs are absolute. */
export interface Feed {
  title: string;
  description: string;
  /** of the feed itself, which is also its id */
  url: string;
  /** the site's home page */
  site: string;
  /** of the page that shows the same */
  page: string;
  /** the newest first */
  items: readonly FeedItem[];
}

/**
 * What XML 1.0 does not allow, even escaped (https://www.w3.org/TR/xml/#charsets), and carriage returns,
 * which its parsers change.
 */
const NOT_XML = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const LANGUAGE = 'en';
const icon = ({ site }: Feed) => new URL('/icons/icon-512.png', site).href;

/** The text without characters that a feed can't contain. */
function clean(text: string): string {
  return text.replace(NOT_XML, '');
}

function atomEntry({ id, title, text, url, image, published, updated }: FeedItem) {
  // As HTML, because readers may put plain text on one line.
  const value = escapeMarkup(clean(text)).replaceAll('\n', '<br>');
  const links = [{ rel: 'alternate', type: 'text/html', href: url }];
  if (image !== undefined) links.push({ rel: 'enclosure', type: 'image/webp', href: image });
  const content = { type: 'html', value };
  return { id, title: { value: clean(title) }, updated, published, links, content };
}

/** A feed in the format Atom (RFC 4287). It has the same bytes until an item changes. */
export async function atomOf(feed: Feed): Promise<string> {
  const { title, description, url, site, page, items } = feed;
  const entries = items.map(atomEntry);
  const changes = items.map(({ updated }) => updated.getTime());
  const { generateAtomFeed } = await import('./generate-atom.ts');
  return generateAtomFeed({
    id: url,
    title: { value: title },
    subtitle: { value: description },
    // A feed without items has not changed yet.
    updated: new Date(Math.max(0, ...changes)),
    authors: [{ name: PRODUCT_NAME, uri: site }],
    icon: icon(feed),
    links: [
      { rel: 'self', type: 'application/atom+xml', href: url },
      { rel: 'alternate', type: 'text/html', href: page },
    ],
    xml: { lang: LANGUAGE },
    entries,
  } satisfies AtomFeed.Feed<Date, true>);
}

function jsonItem({ id, title, text, url, image, published, updated }: FeedItem) {
  return {
    id,
    url,
    title: clean(title),
    content_text: clean(text),
    ...(image !== undefined && { image }),
    date_published: published.toISOString(),
    date_modified: updated.toISOString(),
  } satisfies JsonFeed.Item<string, true>;
}

/**
 * A feed in the format JSON Feed (https://www.jsonfeed.org/version/1.1/). Only its types come from the
 * library, whose function omits the list of items if it is empty, which the format does not allow.
 */
export function jsonFeedOf(feed: Feed): string {
  const { title, description, url, page, site, items } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    ...({
      title,
      description,
      home_page_url: page,
      feed_url: url,
      icon: icon(feed),
      language: LANGUAGE,
      authors: [{ name: PRODUCT_NAME, url: site }],
      items: items.map(jsonItem),
    } satisfies JsonFeed.Feed<string, true>),
  });
}
