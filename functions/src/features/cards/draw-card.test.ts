import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawCard } from './draw-card.ts';

const draw = async (jokeText: string, image?: Uint8Array, jokeId = 42) =>
  Buffer.from(await drawCard({ jokeId, jokeText, host: 'facts.example', image }));

describe('a card', () => {
  test('has at most 200 KB even with an image of noise', async () => {
    const [width, height] = [640, 640];
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width, height, channels: 3, background: '#888', noise } as const;
    const card = await draw('W'.repeat(500), await sharp({ create }).webp().toBuffer());
    expect(card.length).toBeLessThanOrEqual(200_000);
  });

  test('shows the number large if no font has a letter of the text, and never the rest of it', async () => {
    const [thai, korean] = await Promise.all([
      draw('นาฬิกาเดินตามเขา. Chuck Norris waits.'),
      draw('한국어한국어한국어한'),
    ]);
    expect(thai.equals(korean)).toBe(true);
    expect(thai.equals(await draw('ไทยไทยไทยไทย', undefined, 43))).toBe(false);
  });

  test('is not drawn with an image that can’t be decoded', async () => {
    await expect(draw('Chuck Norris.', Buffer.from('not an image'))).rejects.toThrow();
  });
});
