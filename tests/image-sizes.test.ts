import { sharp } from '../scripts/sharp.ts';
import { describe, expect, test } from 'vitest';
import { IMAGE_WIDTHS } from '../functions/src/contract/index.ts';
import { makeSizes } from '../functions/src/images/image-sizes.ts';

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
