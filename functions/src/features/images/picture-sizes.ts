import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { ApiError, IMAGE_WIDTHS, type ImageWidth } from '../../contract/index.ts';

/** Above this many pixels a picture is not decoded. */
const MAX_PIXELS = 4_096 * 4_096;
const TIMEOUT_SECONDS = 10;
const FORMATS = new Set(['png', 'jpeg', 'webp']);

/** What a file may weigh in bytes (requirement P15 for the first two), tried with these qualities. */
const BUDGETS = {
  320: 16_000,
  640: 45_000,
  1024: 120_000,
} as const satisfies Record<ImageWidth, number>;
const QUALITIES = [84, 76, 68, 58, 48] as const;

/** A picture in one of its widths, as WebP. */
export interface PictureFile {
  width: ImageWidth;
  content: Uint8Array;
}

async function encode(square: Sharp, width: ImageWidth): Promise<PictureFile> {
  let content: Buffer = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    content = await square
      .clone()
      .resize(width, width, { fit: 'cover' })
      .webp({ quality, effort: 5, smartSubsample: true })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer();
    if (content.byteLength <= BUDGETS[width]) break;
  }
  return { width, content };
}

/**
 * A picture in all its widths: square, without metadata, in the best quality that its budget allows.
 * @param source the bytes of a PNG, JPEG or WebP file
 * @throws ApiError unavailable when they are no such picture, or take too long
 */
export async function makeSizes(source: Uint8Array): Promise<PictureFile[]> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  try {
    const picture = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
    const { format } = await picture.metadata();
    if (!FORMATS.has(format)) throw new Error(`A picture in the format ${format}`);
    const files: PictureFile[] = [];
    for (const width of IMAGE_WIDTHS) files.push(await encode(picture, width));
    return files;
  } catch (error) {
    throw new ApiError('unavailable', 'The image service did not answer with a picture.', {
      retryAfter: 10,
      cause: error,
    });
  }
}

/**
 * The name that a picture is stored under: 32 hex digits of a hash over its bytes and the id of its
 * generation. No two generations share a file, and nobody can guess a name (decision 8).
 */
export function pictureName(files: readonly PictureFile[], generation: string): string {
  const hash = createHash('sha256').update(generation);
  for (const { content } of files) hash.update(content);
  return hash.digest('hex').slice(0, 32);
}
