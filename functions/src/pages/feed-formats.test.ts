import { parseFeed } from '@rowanmanning/feed-parser';
import * as fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import RssParser from 'rss-parser';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { atomOf, jsonFeedOf, type Feed } from './feed-formats.ts';

const ORIGIN = 'https://facts.example';
const DAY = new Date(Date.UTC(2026, 10, 22));

function feedOf(text: string, image?: string): Feed {
  const url = `${ORIGIN}/fact/1`;
  const item = { id: url, title: text, text, url, image, published: DAY, updated: DAY };
  return {
    title: 'Facts',
    description: 'All of them.',
    url: `${ORIGIN}/feed.xml`,
    site: `${ORIGIN}/`,
    page: `${ORIGIN}/newest`,
    items: [item],
  };
}

/**
 * Whether a character may be in XML 1.0, by its code point (https://www.w3.org/TR/xml/#charsets). Parsers
 * turn a carriage return into a line break.
 */
function isXml(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return [0x9, 0xa].includes(code);
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000;
}

const atomFeed = z.object({ feed: z.object({ entry: z.object({ title: z.string() }) }) });

const part = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    ']]>',
    '<![CDATA[',
    '&amp;',
    '&apos;',
    '<br>',
    '\0',
    '\u001b',
    '\ud800',
    '\uffff',
  ),
  fc.constantFrom('\n', '\r\n', '\t', '\u0085', '\u2028', '<script>', '"', "'", '&'),
);
const texts = fc.array(part, { maxLength: 12 }).map((parts) => `Chuck ${parts.join('')} Norris.`);

test('any text that can be stored is in a valid Atom feed, without what XML does not allow', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const image = `${ORIGIN}/image.webp?a=1&b="2"`;
      const xml = atomOf(feedOf(text, image));
      expect(Array.from(xml).filter((character) => !isXml(character))).toEqual([]);
      const [item] = parseFeed(xml).toJSON().items;
      // The parser also decodes the HTML.
      const shown = Array.from(text).filter(isXml).join('').replaceAll('\n', '<br>').trim();
      expect(item).toMatchObject({ content: shown, media: [{ url: image }] });
    }),
  );
});

test.each<[parser: string, titleOf: (xml: string) => unknown]>([
  ['feed-parser', (xml) => parseFeed(xml).items[0]?.title],
  ['rss-parser', async (xml) => (await new RssParser().parseString(xml)).items[0]?.title],
  ['fast-xml-parser', (xml) => atomFeed.parse(new XMLParser().parse(xml)).feed.entry.title],
])('a title with & and < in an Atom feed arrives unchanged in %s', async (_parser, titleOf) => {
  const title = `R&B < him, and "Roundhouse" > his life’s 'work'`;
  expect(await titleOf(atomOf(feedOf(title)))).toBe(title);
});

test('any text is in a JSON feed', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const feed: unknown = JSON.parse(jsonFeedOf(feedOf(text)));
      const content_text = Array.from(text).filter(isXml).join('');
      expect(feed).toMatchObject({ items: [{ content_text }] });
    }),
  );
});
