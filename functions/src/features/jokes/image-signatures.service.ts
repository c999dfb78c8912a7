import { imageOfFile } from './present-joke.ts';
import { isAdmin, type Identity } from '../../identity.ts';
import type { Signing } from '../../platform/signing/signing.service.ts';

/** How long a signed URL works. */
const LIFETIME_SECONDS = 15 * 60;

const PURPOSE = 'image';

/** The text to sign. It names the image, not the file, so one signature is valid for all its widths. */
function signedText(fileName: string, expires: string): string {
  return `${imageOfFile(fileName)} ${expires}`;
}

export type ImageSignatures = ReturnType<typeof createImageSignatures>;

/**
 * Signed URLs let an administrator see images that visitors may not: the browser sends no bearer
 * token for an `<img>`.
 * @param dependencies.clock milliseconds since the epoch
 */
export function createImageSignatures({
  signing,
  clock,
}: {
  signing: Signing;
  clock: () => number;
}) {
  return {
    /** Signs an answer's image URL for an administrator; anyone else gets the answer unchanged. */
    async signImageUrl<Answer extends { image_url: string | null }>(
      identity: Identity,
      answer: Answer,
    ): Promise<Answer> {
      const { image_url } = answer;
      if (image_url === null || !isAdmin(identity)) return answer;
      const expires = String(Math.floor(clock() / 1_000) + LIFETIME_SECONDS);
      const fileName = image_url.slice(image_url.lastIndexOf('/') + 1);
      const signature = await signing.sign(PURPOSE, signedText(fileName, expires));
      return { ...answer, image_url: `${image_url}?expires=${expires}&signature=${signature}` };
    },
    /** Whether the query of a file's URL has this site's signature and it has not expired. */
    async verify(
      fileName: string,
      { expires, signature }: { expires?: string | undefined; signature?: string | undefined },
    ): Promise<boolean> {
      if (expires === undefined || signature === undefined) return false;
      // Negated so that NaN is refused too.
      if (!(Number(expires) > clock() / 1_000)) return false;
      return signing.verify(PURPOSE, signedText(fileName, expires), signature);
    },
  };
}
