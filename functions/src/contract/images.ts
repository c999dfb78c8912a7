import * as z from 'zod/mini';
import { writtenChange } from './changes.ts';
import { jokeId, jokeIdList } from './entities.ts';
import { described } from './fields.ts';
import { limits } from '../domain/limits.ts';

export const imageStatus = z.strictObject({
  has_image: z.boolean(),
  image_url: z.nullable(z.string()),
});
export const batchImageStatus = z.strictObject({
  results: z.array(z.extend(z.strictObject({ joke_id: jokeId }), imageStatus.shape)),
});
export const generatedImage = z.strictObject({
  success: z.literal(true),
  image_url: z.string(),
  change_id: writtenChange,
});
export const generateImageQuery = z.strictObject({
  force: z._default(
    z
      .pipe(
        z.union([z.boolean(), z.enum(['true', 'false'])]),
        z.transform((value) => value === true || value === 'true'),
      )
      .check(
        z.meta({ type: 'boolean', description: 'Generates a new image even if there is one' }),
      ),
    false,
  ),
});
export const batchStatusQuery = z.strictObject({
  joke_ids: jokeIdList(
    limits.batchStatusMaxIds,
    `The numbers of up to ${limits.batchStatusMaxIds} jokes, joined by commas`,
  ),
});
/** The name of an image file: the image's content hash and its width. */
export const imageFileName = described(
  z.string().check(z.regex(/^[0-9a-f]{32}-(320|640|1024)\.webp$/)),
  'As in an `image_url`; the last number is the width',
);

/** `t` is the cache-busting timestamp that clients append (specification §3). */
export const imageFileQuery = z.strictObject({
  t: described(z.optional(z.string().check(z.regex(/^\d{1,16}$/))), 'Ignored'),
  expires: described(
    z.optional(z.string().check(z.maxLength(limits.imageSignatureMaxLength))),
    'When the signature expires, in seconds since 1970',
  ),
  signature: described(
    z.optional(z.string().check(z.maxLength(limits.imageSignatureMaxLength))),
    'The site’s signature, as in a signed `image_url`',
  ),
});
