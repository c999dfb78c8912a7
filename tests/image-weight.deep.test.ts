import { expect, test } from 'vitest';
import { IMAGE_WIDTHS, type ImageWidth } from '../functions/src/contract/index.ts';
import { makeSizes } from '../functions/src/features/images/image-sizes.ts';
import { sharp } from '../scripts/sharp.ts';
import { photoLike } from './support/photo-like.ts';

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
