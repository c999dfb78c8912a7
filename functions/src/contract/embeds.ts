import * as z from 'zod/mini';
import { described, integerText } from './fields.ts';

/** The path of the page that shows a joke inside other sites. */
export function embedPath(jokeId: number): string {
  return `/embed/fact/${jokeId}`;
}

/** The largest size that a consumer has room for, in CSS pixels. */
export interface EmbedLimits {
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

/** The size of an embed in CSS pixels. */
interface EmbedSize {
  width: number;
  height: number;
}

const WIDTH = 550;
/** What is left and right of the text, and above and below it. */
const SIDES = 46;
const FRAME = 118;
/** The height of a line, and the width of an average letter of the widest fonts. */
const LINE = 30;
const LETTER = 10.5;
/** From here on, letters are about twice as wide: Chinese, Japanese, Korean and emoji. */
const WIDE = 0x2e80;

function linesOf(text: string, width: number): number {
  let length = 0;
  for (const character of text) length += (character.codePointAt(0) ?? 0) < WIDE ? 1 : 2;
  return Math.max(1, Math.ceil((length * LETTER) / width));
}

/** The size in which a text is shown without scrolling, up to these limits. */
export function embedSize(
  text: string,
  { maxwidth = WIDTH, maxheight = Infinity }: EmbedLimits = {},
): EmbedSize {
  const width = Math.min(WIDTH, maxwidth);
  const column = Math.max(width - SIDES, 1);
  const lines = text.split('\n').reduce((sum, line) => sum + linesOf(line, column), 0);
  return { width, height: Math.min(FRAME + lines * LINE, maxheight) };
}

/**
 * The HTML that shows a joke on another site. The frame may do nothing but open its link.
 * @param origin the site's origin, such as `https://facts.example`
 */
export function embedCode(origin: string, jokeId: number, { width, height }: EmbedSize): string {
  return (
    `<iframe src="${origin}${embedPath(jokeId)}" title="Fact no. ${jokeId}" width="${width}" height="${height}"` +
    ' style="border:0;max-width:100%" loading="lazy"' +
    ' sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>'
  );
}

const pixels = (description: string) => z.optional(integerText(1, 999_999_999, description));

/** Consumers send parameters of their own, such as `dnt`, which are ignored. */
export const oEmbedQuery = z.object({
  url: described(z.string().check(z.maxLength(2_000)), 'the address of a fact’s page on this site'),
  maxwidth: pixels('in pixels'),
  maxheight: pixels('in pixels; a longer fact scrolls'),
  format: z.optional(described(z.enum(['json'], 'Only json is supported'), 'the only format')),
});

/** A joke for embedding (https://oembed.com). It has none of the joke's text. */
export const oEmbed = z.strictObject({
  type: z.literal('rich'),
  version: z.literal('1.0'),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: described(z.int(), 'how long a consumer may cache this, in seconds'),
  html: described(z.string(), 'a frame of the fact’s embed'),
  width: z.int(),
  height: z.int(),
  thumbnail_url: described(z.string(), 'the fact’s card, a PNG'),
  thumbnail_width: z.int(),
  thumbnail_height: z.int(),
});
