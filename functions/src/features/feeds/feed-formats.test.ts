import * as fc from 'fast-check';
import { parseAtomFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { atomOf, jsonFeedOf, type Feed } from './feed-formats.ts';

const ORIGIN = 'https://facts.example';
const DAY = new Date(Date.UTC(2026, 10, 22));

function feedOf(text: string, image?: string): Feed {
  const url = `${ORIGIN}/fact/1`;
  const item = { id: url, title: 'Fact no. 1', text, url, image, published: DAY, updated: DAY };
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

test('any text that can be stored is in a valid Atom feed, without what XML does not allow', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const xml = await atomOf(feedOf(text, `${ORIGIN}/image.webp?a=1&b="2"`));
      expect(Array.from(xml).filter((character) => !isXml(character))).toEqual([]);
      const [entry] = parseAtomFeed(xml).entries ?? [];
      const html = entry?.content?.value ?? '';
      expect(html).not.toMatch(/<(?!br>)/);
      const shown = html
        .replaceAll('<br>', '\n')
        .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => {
          return { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }[name] ?? '';
        });
      expect(shown.trim()).toBe(Array.from(text).filter(isXml).join(''));
      expect(entry?.links?.[1]?.href).toBe(`${ORIGIN}/image.webp?a=1&b="2"`);
    }),
  );
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
