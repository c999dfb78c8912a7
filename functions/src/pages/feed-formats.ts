import { PRODUCT_NAME } from '../contract/index.ts';
import { escapeMarkup } from '../platform/escape-markup.ts';

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

/** A text for an element or attribute of XML. */
const xml = (text: string) => escapeMarkup(clean(text));

function atomEntry({ id, title, text, url, image, published, updated }: FeedItem): string {
  // As HTML, because readers may put plain text on one line.
  const html = escapeMarkup(text).replaceAll('\n', '<br>');
  const enclosure =
    image === undefined ? '' : `<link rel="enclosure" type="image/webp" href="${xml(image)}"/>`;
  return `<entry>
<id>${xml(id)}</id>
<title>${xml(title)}</title>
<updated>${updated.toISOString()}</updated>
<published>${published.toISOString()}</published>
<link rel="alternate" type="text/html" href="${xml(url)}"/>${enclosure}
<content type="html">${xml(html)}</content>
</entry>
`;
}

/**
 * A feed in the format Atom (RFC 4287). It has the same bytes until an item changes. No library writes it: theirs put
 * white space around texts, which widely used readers show.
 */
export function atomOf(feed: Feed): string {
  const { title, description, url, site, page, items } = feed;
  // A feed without items has not changed yet.
  const changed = new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime())));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LANGUAGE}">
<id>${xml(url)}</id>
<title>${xml(title)}</title>
<subtitle>${xml(description)}</subtitle>
<updated>${changed.toISOString()}</updated>
<author><name>${xml(PRODUCT_NAME)}</name><uri>${xml(site)}</uri></author>
<icon>${xml(icon(feed))}</icon>
<link rel="self" type="application/atom+xml" href="${xml(url)}"/>
<link rel="alternate" type="text/html" href="${xml(page)}"/>
${items.map(atomEntry).join('')}</feed>
`;
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
  };
}

/** A feed in the format JSON Feed (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeedOf(feed: Feed): string {
  const { title, description, url, page, site, items } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: page,
    feed_url: url,
    icon: icon(feed),
    language: LANGUAGE,
    authors: [{ name: PRODUCT_NAME, url: site }],
    items: items.map(jsonItem),
  });
}
