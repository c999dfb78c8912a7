import { createHash } from 'node:crypto';
import { sharp } from '../../scripts/sharp.ts';

const SIDE = 1_024;

/**
 * For tests and benchmarks: draws an image that compresses like a photograph. It has texture of every size,
 * as in nature: sums of waves in random directions, with grain and a few shapes. The same seed gives the
 * same image.
 * @returns a JPEG file of 1024 × 1024 pixels
 */
export function photoLike(seed: number): Promise<Buffer> {
  let drawn = 0;
  const between = (from: number, to: number) => {
    drawn += 1;
    const hash = createHash('sha256').update(`${drawn}:photo ${seed}`).digest();
    return from + (hash.readUInt32BE(0) / 2 ** 32) * (to - from);
  };
  const waves = Array.from({ length: 14 }, (_, octave) => {
    const length = 900 / 1.55 ** octave;
    const angle = between(0, 2 * Math.PI);
    const strength = 40 * 0.8 ** octave;
    const phase = between(0, 6);
    return { x: Math.cos(angle) / length, y: Math.sin(angle) / length, strength, phase };
  });
  const pixels = Buffer.alloc(SIDE * SIDE * 3);
  const [red, green, blue] = [between(70, 190), between(70, 190), 110];
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
    const [x, y, r] = [between(0, SIDE), between(0, SIDE), between(30, 200)];
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${between(0, 360)} 40% 40%)"/>`;
  });
  const overlay = Buffer.from(`<svg width="${SIDE}" height="${SIDE}">${shapes.join('')}</svg>`);
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .composite([{ input: overlay }])
    .jpeg({ quality: 95 })
    .toBuffer();
}
