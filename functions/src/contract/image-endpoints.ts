import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { aMinute, type Endpoint } from './endpoint.ts';
import { byId } from './entities.ts';
import * as image from './images.ts';
import { limits } from '../domain/limits.ts';

/** The calls about the images of jokes. */
export const imageEndpoints = {
  generateImage: {
    ...calls.generateImage,
    summary: 'Generates the image of a joke',
    description: `May take ${limits.imageTimeoutSeconds} seconds. Returns the existing image if there is one, unless \`force\` is set: then the new one replaces it, which can be undone. A call during a generation of the same joke gets its image.`,
    errors: {
      not_found: 'no joke has this id',
      conflict: 'its image was replaced meanwhile, it took too long, or the model declined',
      too_many_requests: 'the quota of the image model is used up',
    },
    params: byId,
    query: image.generateImageQuery,
    timeoutSeconds: limits.imageTimeoutSeconds,
    output: image.generatedImage,
  },
  getImageStatus: {
    ...calls.getImageStatus,
    summary: 'Checks whether a joke has an image',
    errors: { not_found: 'no joke that the caller may see has this id' },
    anyOrigin: true,
    cache: aMinute,
    params: byId,
    output: image.imageStatus,
  },
  listImageStatus: {
    ...calls.listImageStatus,
    summary: 'Checks which of several jokes have an image',
    description: 'A joke that the caller may not see counts as one without an image.',
    anyOrigin: true,
    cache: aMinute,
    query: image.batchStatusQuery,
    output: image.batchImageStatus,
  },
  getImageFile: {
    ...calls.getImageFile,
    summary: 'An image file',
    description:
      'Anyone may get an image that an approved joke uses now. The URLs in responses to an administrator are signed: for 15 minutes they also return images of other jokes, which are never cached. An invalid or expired signature is ignored.',
    errors: { not_found: 'there is no such file, or the caller may not see it' },
    anyOrigin: true,
    cache: { seconds: 3_600, browserSeconds: 31_536_000 },
    params: z.strictObject({ name: image.imageFileName }),
    query: image.imageFileQuery,
    output: null,
    fileType: 'image/webp',
  },
} as const satisfies Record<string, Endpoint>;
