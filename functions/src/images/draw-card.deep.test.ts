import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawCard, type CardShape } from './draw-card.ts';

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
  const image = await imageOfNoise();
  const card = await drawCard({ shape: 'wide', jokeId: 42, jokeText, host, image });
  expect(card.length).toBeLessThanOrEqual(200_000);
});

test('a card shows the number large if the face lacks a letter of the text, and never the rest of it', async () => {
  const draw = (jokeText: string, jokeId = 42) =>
    drawCard({ shape: 'wide', jokeId, jokeText, host, image: undefined });
  const thai = await draw('นาฬิกาเดินตามเขา. Chuck Norris waits.');
  expect(thai).toEqual(await draw('한국어한국어한국어한'));
  expect(thai).not.toEqual(await draw('ไทยไทยไทยไทย', 43));
});

/** Where texts are on a card of each shape, in pixels. */
const BOXES = {
  wide: { width: 1200, left: 64, right: 1136, top: 110, bottom: 516 },
  tall: { width: 1080, left: 64, right: 1016, top: 134, bottom: 1236 },
} as const;

/** The bounding box of a text's ink on its card, in pixels. */
async function inkOf(jokeText: string, shape: CardShape = 'wide') {
  const card = await drawCard({ shape, jokeId: 42, jokeText, host, image: undefined });
  const { width: whole, top: from, bottom: to } = BOXES[shape];
  const area = { left: 0, top: from - 10, width: whole, height: to - from + 24 };
  const ink = await sharp(card).extract(area).greyscale().threshold(100).png().toBuffer();
  const { info } = await sharp(ink).trim().toBuffer({ resolveWithObject: true });
  const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info;
  const [left, top] = [-trimOffsetLeft, area.top - trimOffsetTop];
  return { left, top, right: left + width, bottom: top + height, width, height };
}

describe.each(['wide', 'tall'] as const)('the text of a %s card', (shape) => {
  test.each([
    ...[10, 40, 90, 160, 500].map((length) => [`${length} characters`, words(length)]),
    ['a word of 500 characters', 'W'.repeat(500)],
    ['80 times W', 'W'.repeat(80)],
    ['two long words', `${'m'.repeat(80)} ${'i'.repeat(80)}`],
    ['12 paragraphs', Array.from({ length: 12 }, () => 'W'.repeat(39)).join('\n\n')],
    ['stacked accents', 'Ẵ Ậ Ỗ ű Ç hả Ẵ Ậ Ỗ'],
    ['markup', '<span size="999pt">&amp; </b>'],
    ['two sentences', '“Did you save room?” asked the waiter. Chuck Norris & Sons had.'],
    ['digits', '1234567890 1234567890'],
    ['quotation marks', '"Chuck" ‘Norris’ “waits” and won’t \'explain\'.'],
    ['letters that are two in capitals', 'Chuck Norris ißt Straßen.'],
  ])('of %s stays inside its box', async (_what, text) => {
    const ink = await inkOf(text, shape);
    const { left, top, right, bottom } = BOXES[shape];
    expect(ink.left).toBeGreaterThanOrEqual(left - 1);
    expect(ink.right).toBeLessThanOrEqual(right + 8);
    expect(ink.top).toBeGreaterThanOrEqual(top);
    expect(ink.bottom).toBeLessThanOrEqual(bottom);
  });

  test('is a broadside from edge to edge if it is short', { tags: 'U18' }, async () => {
    const { left, right } = await inkOf('Chuck Norris let the trampoline have a turn.', shape);
    expect(left).toBeLessThanOrEqual(BOXES[shape].left + 12);
    expect(right).toBeGreaterThanOrEqual(BOXES[shape].right - 12);
  });
});

test.each([90, 150, 230, 310, 420, 500])(
  'a text of %i characters fills its card',
  async (length) => {
    const { width, height } = await inkOf(words(length));
    expect(width).toBeGreaterThan(1072 * 0.75);
    expect(height).toBeGreaterThan(382 * 0.75);
  },
);

test('an ordinary text has lines of about the same width, instead of full lines and a short rest', async () => {
  const { width } = await inkOf('ón ón ón ón');
  expect(width).toBeLessThan(700);
});

test('a word of a card does not break at its hyphen', { tags: 'U18' }, async () => {
  // No broadside, because of its accents.
  const { width, height } = await inkOf('pockét-dialed-pockét');
  expect(height / width).toBeLessThan(0.15);
});

test('a tall card has 1080 × 1350 pixels, and shows the joke’s image above its text', async () => {
  const jokeText = sentence.trim();
  const image = await imageOfNoise();
  const [plain, illustrated] = await Promise.all(
    [undefined, image].map((each) =>
      drawCard({ shape: 'tall', jokeId: 42, jokeText, host, image: each }),
    ),
  );
  const { width, height } = await sharp(illustrated).metadata();
  expect([width, height]).toEqual([1080, 1350]);
  const brightness = async (card?: Uint8Array) => {
    const area = { left: 540, top: 0, width: 540, height: 120 };
    // Statistics are those of a file, before anything is done to it.
    const file = await sharp(card).extract(area).greyscale().png().toBuffer();
    const { channels } = await sharp(file).stats();
    return channels[0]?.mean;
  };
  expect(await brightness(plain)).toBeGreaterThan(225);
  expect(await brightness(illustrated)).toBeLessThan(160);
});
