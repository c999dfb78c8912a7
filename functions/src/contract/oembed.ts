import * as z from 'zod/mini';
import { described, integerText } from './fields.ts';

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
