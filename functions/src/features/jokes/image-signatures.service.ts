import { imageOfFile } from './present-joke.ts';
import { isAdmin, type Identity } from '../../identity.ts';
import type { SiteMac } from '../voters/site-mac.service.ts';

/** How long a signed address works. */
const LIFETIME_S = 15 * 60;

const PURPOSE = 'image';

/** An image is signed as a whole: the address in another width carries the same signature. */
function signedText(fileName: string, expires: string): string {
  return `${imageOfFile(fileName)} ${expires}`;
}

/**
 * Signed addresses show an administrator images that visitors may not see: an `<img>` sends no bearer.
 */
export interface ImageSignatures {
  /** An answer for whoever asked: to an administrator its image's address is signed. */
  addressTo<Answer extends { image_url: string | null }>(
    identity: Identity,
    answer: Answer,
  ): Promise<Answer>;
  /** Whether a file's address carries this site's signature, not expired yet. */
  verify(
    fileName: string,
    query: { expires?: string | undefined; signature?: string | undefined },
  ): Promise<boolean>;
}

/** @param clock milliseconds since the epoch */
export function createImageSignatures(mac: SiteMac, clock: () => number): ImageSignatures {
  return {
    async addressTo(identity, answer) {
      const { image_url } = answer;
      if (image_url === null || !isAdmin(identity)) return answer;
      const expires = String(Math.floor(clock() / 1_000) + LIFETIME_S);
      const fileName = image_url.slice(image_url.lastIndexOf('/') + 1);
      const signature = await mac.sign(PURPOSE, signedText(fileName, expires));
      return { ...answer, image_url: `${image_url}?expires=${expires}&signature=${signature}` };
    },
    async verify(fileName, { expires, signature }) {
      if (expires === undefined || signature === undefined) return false;
      // What is no number is no longer valid either.
      if (!(Number(expires) > clock() / 1_000)) return false;
      return mac.verify(PURPOSE, signedText(fileName, expires), signature);
    },
  };
}
