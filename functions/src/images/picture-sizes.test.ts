import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { IMAGE_WIDTHS, type ImageWidth } from '../contract/index.ts';
import { seededRandom } from './poster/seeded-random.ts';
import { makeSizes } from './picture-sizes.ts';

const SIDE = 1_024;

/** Texture of every size from large to fine, as in nature: sums of waves with random directions. */
function photoLike(seed: number): Promise<Buffer> {
  const random = seededRandom(`photo ${seed}`);
  const waves = Array.from({ length: 14 }, (_, octave) => {
    const length = 900 / 1.55 ** octave;
    const angle = random.between(0, 2 * Math.PI);
    const strength = 40 * 0.8 ** octave;
    const phase = random.between(0, 6);
    return { x: Math.cos(angle) / length, y: Math.sin(angle) / length, strength, phase };
  });
  const pixels = Buffer.alloc(SIDE * SIDE * 3);
  const [red, green, blue] = [random.between(70, 190), random.between(70, 190), 110];
  let noise = seed + 1;
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      let light = y / 12 - 40;
      for (const wave of waves) {
        light += wave.strength * Math.sin(6.28 * (wave.x * x + wave.y * y) + wave.phase);
      }
      noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
      const grain = (noise / 2 ** 32 - 0.5) * 10;
      const at = (y * SIDE + x) * 3;
      for (const [channel, base] of [red, green, blue].entries()) {
        pixels[at + channel] = Math.max(0, Math.min(255, base + light + grain));
      }
    }
  }
  const shapes = Array.from({ length: 6 }, () => {
    const [x, y, r] = [random.between(0, SIDE), random.between(0, SIDE), random.between(30, 200)];
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${random.between(0, 360)} 40% 40%)"/>`;
  });
  const overlay = Buffer.from(`<svg width="${SIDE}" height="${SIDE}">${shapes.join('')}</svg>`);
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .composite([{ input: overlay }])
    .jpeg({ quality: 95 })
    .toBuffer();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** The mean difference of two pictures per channel, of 255. */
async function difference(one: Uint8Array, other: Uint8Array, width: number): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).resize(width).removeAlpha().raw().toBuffer()),
  );
  if (!a || !b) throw new Error('No pixels');
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

test('photo-like pictures weigh at most 45 KB at 640 px and 16 KB at 320 px in the median, and look like themselves', async () => {
  const weights = new Map<ImageWidth, number[]>(IMAGE_WIDTHS.map((width) => [width, []]));
  for (let seed = 0; seed < 10; seed += 1) {
    const photo = await photoLike(seed);
    for (const { width, content } of await makeSizes(photo)) {
      weights.get(width)?.push(content.byteLength);
      expect(await difference(photo, content, width)).toBeLessThan(6);
    }
  }
  expect(median(weights.get(640) ?? [])).toBeLessThanOrEqual(45_000);
  expect(median(weights.get(320) ?? [])).toBeLessThanOrEqual(16_000);
}, 60_000);

describe('the sizes of a picture', () => {
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
