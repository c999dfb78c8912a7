import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawCard } from './draw-card.ts';

const host = 'facts.example';
const sentence = 'Chuck Norris counted to infinity, twice, and then he waited for the rest of us. ';
const words = (length: number) => sentence.repeat(8).slice(0, length);

async function imageOfNoise(): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 640, height: 640, channels: 3, background: '#888', noise } as const;
  return sharp({ create }).webp().toBuffer();
}

test('a card has at most 200 KB even with an image of noise', async () => {
  const jokeText = 'W'.repeat(500);
  const card = await drawCard({ jokeId: 42, jokeText, host, image: await imageOfNoise() });
  expect(card.length).toBeLessThanOrEqual(200_000);
});

test('a card shows the number large if the face lacks a letter of the text, and never the rest of it', async () => {
  const draw = (jokeText: string, jokeId = 42) =>
    drawCard({ jokeId, jokeText, host, image: undefined });
  const thai = await draw('นาฬิกาเดินตามเขา. Chuck Norris waits.');
  expect(thai).toEqual(await draw('한국어한국어한국어한'));
  expect(thai).not.toEqual(await draw('ไทยไทยไทยไทย', 43));
});

/** The bounding box of a text's ink on its card, in pixels. */
async function inkOf(jokeText: string) {
  const card = await drawCard({ jokeId: 42, jokeText, host, image: undefined });
  const area = sharp(card).extract({ left: 0, top: 100, width: 1200, height: 440 });
  const ink = await area.greyscale().threshold(100).png().toBuffer();
  const { info } = await sharp(ink).trim().toBuffer({ resolveWithObject: true });
  const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info;
  const [left, top] = [-trimOffsetLeft, 100 - trimOffsetTop];
  return { left, top, right: left + width, bottom: top + height, width, height };
}

describe('the text of a card', () => {
  test.each([
    ...[10, 40, 90, 160, 500].map((length) => [`${length} characters`, words(length)]),
    ['a word of 500 characters', 'W'.repeat(500)],
    ['two long words', `${'m'.repeat(80)} ${'i'.repeat(80)}`],
    ['12 paragraphs', Array.from({ length: 12 }, () => 'W'.repeat(39)).join('\n\n')],
    ['stacked accents', 'Ẵ Ậ Ỗ ű Ç hả Ẵ Ậ Ỗ'],
    ['markup', '<span size="999pt">&amp; </b>'],
  ])('of %s stays inside its box', async (_what, text) => {
    const { left, top, right, bottom } = await inkOf(text);
    expect(left).toBeGreaterThanOrEqual(63);
    expect(right).toBeLessThanOrEqual(1144);
    expect(top).toBeGreaterThanOrEqual(110);
    expect(bottom).toBeLessThanOrEqual(516);
  });

  test.each([90, 150, 230, 310, 420, 500])('of %i characters fills it', async (length) => {
    const { width, height } = await inkOf(words(length));
    expect(width).toBeGreaterThan(1072 * 0.75);
    expect(height).toBeGreaterThan(382 * 0.75);
  });

  test('has lines of about the same width, instead of full lines and a short rest', async () => {
    const { width } = await inkOf('on on on on');
    expect(width).toBeLessThan(700);
  });
});
