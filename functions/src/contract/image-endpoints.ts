import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { aMinute, calls, type Endpoint } from './calls.ts';
import { writtenChange } from './changes.ts';
import { internal } from './fields.ts';
import { jokeIdList } from './joke-endpoints.ts';
import { byId, joke, jokeId } from './jokes.ts';

const imageStatus = z.strictObject({ has_image: z.boolean(), image_url: joke.shape.image_url });

export const generatedImage = z.strictObject({
  success: z.literal(true),
  image_url: z.string(),
  change_id: writtenChange,
});

/** The name of an image file: the image's content hash and its width. */
export const imageFileName = z
  .string()
  .regex(/^[0-9a-f]{32}-(320|640|1024)\.webp$/)
  .meta({
    description: 'As in an `image_url`; the last number is the width',
    examples: ['0f343b0931126a20f133d67c2b018a3b-640.webp'],
  });

/** The calls about the images of jokes. */
export const imageEndpoints = {
  /** Generates the image of a joke, or returns the existing one. During a generation, it gets that image. */
  generateImage: {
    ...calls.generateImage,
    params: byId,
    query: z.strictObject({
      force: z
        .union([z.boolean(), z.enum(['true', 'false'])])
        .transform((value) => value === true || value === 'true')
        .meta({ type: 'boolean', description: 'Generates a new image even if there is one' })
        .default(false),
    }),
    timeoutSeconds: limits.imageTimeoutSeconds,
    output: generatedImage,
  },
  getImageStatus: {
    ...calls.getImageStatus,
    summary: 'Checks whether a joke has an image',
    cache: aMinute,
    params: byId,
    output: imageStatus,
  },
  listImageStatus: {
    ...calls.listImageStatus,
    summary: 'Checks which of several jokes have an image',
    description: 'A joke that the caller may not see counts as one without an image.',
    cache: aMinute,
    query: z.strictObject({
      joke_ids: jokeIdList(
        limits.batchStatusMaxIds,
        `The numbers of up to ${limits.batchStatusMaxIds} jokes, joined by commas`,
      ),
    }),
    output: z.strictObject({
      results: z.array(z.strictObject({ joke_id: jokeId, ...imageStatus.shape })),
    }),
  },
  getImageFile: {
    ...calls.getImageFile,
    summary: 'An image file',
    description:
      'Anyone may get an image that an approved joke uses now, and an administrator any image.',
    cache: { seconds: 3_600, browserSeconds: 31_536_000 },
    params: z.strictObject({ name: imageFileName }),
    query: z.strictObject({
      /** the cache-busting timestamp that clients append */
      t: z
        .string()
        .regex(/^\d{1,16}$/)
        .optional()
        .meta({ ...internal, description: 'Ignored' }),
    }),
    output: null,
    fileType: 'image/webp',
  },
  getTallCard: {
    ...calls.getTallCard,
    summary: 'The card of an approved joke, for the feeds of phones',
    description: 'Shows the same: a PNG file of 1080 × 1350 pixels.',
    cache: aMinute,
    params: byId,
    output: null,
    fileType: 'image/png',
  },
  getCard: {
    ...calls.getCard,
    summary: 'The card of an approved joke, for link previews',
    description:
      'Shows its text, number and image: a PNG file of 1200 × 630 pixels and at most 200 KB.',
    cache: aMinute,
    params: byId,
    output: null,
    fileType: 'image/png',
  },
} as const satisfies Record<string, Endpoint>;
