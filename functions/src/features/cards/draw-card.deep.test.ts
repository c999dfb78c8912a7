import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCard } from './draw-card.ts';

test('a card has at most 200 KB even with an image of noise', async () => {
  const [width, height] = [640, 640];
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width, height, channels: 3, background: '#888', noise } as const;
  const image = await sharp({ create }).webp().toBuffer();
  const jokeText = 'W'.repeat(500);
  const card = await drawCard({ jokeId: 42, jokeText, host: 'facts.example', image });
  expect(card.length).toBeLessThanOrEqual(200_000);
});
