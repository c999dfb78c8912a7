import { imageOfFile } from '../jokes/present-joke.ts';
import type { Signing } from '../platform/signing.service.ts';
import type { Tools } from '../platform/tools.ts';

/** How long a signed URL works. */
const LIFETIME_SECONDS = 15 * 60;

/** The text to sign. It names the image, not the file, so one signature is valid for all its widths. */
const signedText = (fileName: string, expires: string) => `${imageOfFile(fileName)} ${expires}`;

function hasImage(value: object): value is { image_url: string } {
  return 'image_url' in value && typeof value.image_url === 'string';
}

/** The objects in a response that have an image. */
function* imagesIn(value: unknown): Generator<{ image_url: string }> {
  if (typeof value !== 'object' || value === null) return;
  if (hasImage(value)) yield value;
  for (const part of Object.values(value)) yield* imagesIn(part);
}

/**
 * Signed URLs let an administrator see images that visitors may not: the browser sends no bearer
 * token for an `<img>`.
 */
export function createImageSignatures({ signing, clock }: Tools & { signing: Signing }) {
  return {
    /** Signs every `image_url` in the body of a response to an administrator, in place. */
    sign: async (body: unknown): Promise<void> => {
      const expires = String(Math.floor(clock() / 1_000) + LIFETIME_SECONDS);
      for (const part of imagesIn(body)) {
        const fileName = part.image_url.slice(part.image_url.lastIndexOf('/') + 1);
        const signature = await signing.sign('image', signedText(fileName, expires));
        part.image_url += `?expires=${expires}&signature=${signature}`;
      }
    },

    /** Whether the query of a file's URL has this site's signature and it has not expired. */
    async verify(
      fileName: string,
      {
        expires = '',
        signature = '',
      }: { expires?: string | undefined; signature?: string | undefined },
    ): Promise<boolean> {
      // Not with <=, so that NaN is refused too.
      if (!(Number(expires) > clock() / 1_000)) return false;
      return signing.verify('image', signedText(fileName, expires), signature);
    },
  };
}
