import { sharp } from '../scripts/sharp.ts';
import { describe, expect, test } from 'vitest';
import { IMAGE_WIDTHS, type ImageWidth } from '../functions/src/contract/index.ts';
import { photoLike } from './photo-like.ts';
import { makeSizes } from '../functions/src/features/images/image-sizes.ts';

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** The mean difference of two images per channel, of 255. */
async function difference(one: Uint8Array, other: Uint8Array, width: number): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).resize(width).removeAlpha().raw().toBuffer()),
  );
  if (!a || !b) throw new Error('No pixels');
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

test('photo-like images have a median of at most 45 KB at 640 px and 16 KB at 320 px, and look like their source', async () => {
  const weights = new Map<ImageWidth, number[]>(IMAGE_WIDTHS.map((width) => [width, []]));
  // The benchmark of P15 measures more of them.
  for (let seed = 0; seed < 3; seed += 1) {
    const photo = await photoLike(seed);
    for (const { width, content } of await makeSizes(photo)) {
      weights.get(width)?.push(content.byteLength);
      expect(await difference(photo, content, width)).toBeLessThan(6);
    }
  }
  expect(median(weights.get(640) ?? [])).toBeLessThanOrEqual(45_000);
  expect(median(weights.get(320) ?? [])).toBeLessThanOrEqual(16_000);
}, 60_000);

describe('the sizes of an image', () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#9e2a1f' } });

  test.each([
    [1_024, 1_024],
    [1_280, 720],
    [64, 100],
  ])('of %i × %i are square WebP files without metadata', async (width, height) => {
    const source = await plain(width, height)
      .withExif({ IFD0: { Artist: 'x' } })
      .jpeg()
      .toBuffer();
    const files = await makeSizes(source);
    expect(files.map((file) => file.width)).toEqual([...IMAGE_WIDTHS]);
    for (const file of files) {
      const { format, exif, ...size } = await sharp(file.content).metadata();
      expect({ format, exif, width: size.width, height: size.height }).toEqual({
        format: 'webp',
        exif: undefined,
        width: file.width,
        height: file.width,
      });
    }
  });
});
