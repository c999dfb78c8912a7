import { parseFeed } from '@rowanmanning/feed-parser';
import * as fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import RssParser from 'rss-parser';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { aJoke } from '../../../tests/support/api/jokes.ts';
import { anyJoke, isCurrent } from '../catalog/joke.ts';
import { atomOf } from './feeds.service.ts';

const ORIGIN = 'https://facts.example';

/** A feed of one joke with an image. */
function feedOf(joke_text: string): string {
  const day = new Date(Date.UTC(2026, 10, 22));
  const image = { file: 'image', width: 1_024, height: 1_024, generated_at: day };
  const joke = anyJoke.parse({ ...aJoke(1, { joke_text }), image, edited_at: new Date(0) });
  if (!isCurrent(joke)) throw new Error('This joke is deleted');
  return atomOf({
    title: 'Facts',
    description: 'All of them.',
    url: `${ORIGIN}/feed.xml`,
    page: `${ORIGIN}/newest`,
    items: [{ joke }],
  });
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
      const xml = feedOf(text);
      expect(Array.from(xml).filter((character) => !isXml(character))).toEqual([]);
      const [item] = parseFeed(xml).toJSON().items;
      // The parser also decodes the HTML.
      const shown = Array.from(text).filter(isXml).join('').replaceAll('\n', '<br>').trim();
      expect(item).toMatchObject({
        content: shown,
        media: [{ url: `${ORIGIN}/api/v1/images/files/image-640.webp`, mimeType: 'image/webp' }],
        published: aJoke(1).approved_at?.toISOString(),
        updated: '2026-11-22T00:00:00.000Z',
      });
    }),
  );
});

test.each<[parser: string, titleOf: (xml: string) => unknown]>([
  ['feed-parser', (xml) => parseFeed(xml).items[0]?.title],
  ['rss-parser', async (xml) => (await new RssParser().parseString(xml)).items[0]?.title],
  ['fast-xml-parser', (xml) => atomFeed.parse(new XMLParser().parse(xml)).feed.entry.title],
])('a title with & and < in an Atom feed arrives unchanged in %s', async (_parser, titleOf) => {
  const text = `R&B < him, and "Roundhouse" > his life’s 'work'`;
  expect(await titleOf(feedOf(text))).toBe(`${text} – Fact no. 1`);
});
