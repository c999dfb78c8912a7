import { expect, test } from 'vitest';
import { makeSizes } from '../../functions/src/images/image-sizes.ts';
import { sharp } from '../../scripts/sharp.ts';
import { photoLike } from '../support/photo-like.ts';

/** The mean difference of two images per channel, of 255. */
async function difference(one: Uint8Array, other: Uint8Array, width: number): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).resize(width).removeAlpha().raw().toBuffer()),
  );
  if (!a || !b) throw new Error('No pixels');
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

test('photo-like images look like their source', async () => {
  for (let seed = 0; seed < 3; seed += 1) {
    const photo = await photoLike(seed);
    for (const { width, content } of await makeSizes(photo)) {
      expect(await difference(photo, content, width)).toBeLessThan(6);
    }
  }
}, 60_000);
