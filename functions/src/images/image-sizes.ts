import type { Sharp } from 'sharp';
import { ApiError, IMAGE_WIDTHS, type ImageWidth } from '../contract/index.ts';
import { sha256 } from '../platform/sha256.ts';

export type MakeSizes = (source: Uint8Array) => Promise<ImageFile[]>;

/** An image with more pixels is not decoded. */
const MAX_PIXELS = 4_096 * 4_096;
const TIMEOUT_SECONDS = 10;
const FORMATS = new Set(['png', 'jpeg', 'webp']);

/** The most bytes of a file (the first two from requirement P15); these qualities are tried in order. */
const BUDGETS = {
  320: 16_000,
  640: 45_000,
  1024: 120_000,
} as const satisfies Record<ImageWidth, number>;
const QUALITIES = [84, 76, 68, 58, 48] as const;

/** An image in one of its widths, as WebP. */
export interface ImageFile {
  width: ImageWidth;
  content: Uint8Array;
}

async function encode(square: Sharp, width: ImageWidth): Promise<ImageFile> {
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
 * An image in all its widths: square, without metadata, in the best quality within the byte budget.
 * @param source the bytes of a PNG, JPEG or WebP file
 * @throws ApiError unavailable if the source is anything else, or takes too long
 */
export async function makeSizes(source: Uint8Array): Promise<ImageFile[]> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  try {
    const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
    const { format } = await image.metadata();
    if (!FORMATS.has(format)) throw new Error(`An image in the format ${format}`);
    const files: ImageFile[] = [];
    for (const width of IMAGE_WIDTHS) files.push(await encode(image, width));
    return files;
  } catch (error) {
    throw new ApiError('unavailable', 'The image service did not return an image.', {
      retryAfter: 10,
      cause: error,
    });
  }
}

/**
 * The name that an image is stored under: 32 hex digits of a hash over its bytes and the id of its
 * generation. Generations never share a file, and names can't be guessed (decision 18).
 */
export function imageName(files: readonly ImageFile[], generation: string): string {
  const bytes = Buffer.concat([Buffer.from(generation), ...files.map(({ content }) => content)]);
  return sha256(bytes, 'hex').slice(0, 32);
}
