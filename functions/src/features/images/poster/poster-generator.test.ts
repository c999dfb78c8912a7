import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createPosterGenerator, posterText } from './poster-generator.ts';
import { setText } from './text-layout.ts';
import { openTypefaces } from './typefaces.ts';

const { display, text } = await openTypefaces();
const box = { x: 100, y: 200, width: 800, height: 640 };
const slab = { typeface: display, align: 'center', leading: 1.1, largest: 150 } as const;
const book = { typeface: text, align: 'left', leading: 1.26, largest: 72 } as const;
const sentence = 'Chuck Norris counted to infinity, twice, and then he waited for the rest of us.';
const words = (length: number) => sentence.repeat(8).slice(0, length);

/** The bounding box of a path's ink, in pixels. */
async function inkOf(
  path: string,
): Promise<{ x: number; y: number; right: number; bottom: number }> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024"><rect width="1024" height="1024" fill="#fff"/><path d="${path}"/></svg>`;
  const { info } = await sharp(Buffer.from(svg)).trim().toBuffer({ resolveWithObject: true });
  const [x, y] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)];
  return { x, y, right: x + info.width, bottom: y + info.height };
}

describe('set type', () => {
  test.each([
    ...[10, 40, 90, 160].map((length) => [length, slab, words(length)] as const),
    ...[180, 300, 500].map((length) => [length, book, words(length)] as const),
    [500, book, 'W'.repeat(500)] as const,
    [160, slab, `${'m'.repeat(80)} ${'i'.repeat(80)}`] as const,
  ])('of %i characters stays inside its box', async (_length, setting, set) => {
    const ink = await inkOf(setText(set, box, setting));
    expect(ink.x).toBeGreaterThanOrEqual(box.x - 8);
    expect(ink.right).toBeLessThanOrEqual(box.x + box.width + 8);
    expect(ink.y).toBeGreaterThanOrEqual(box.y);
    expect(ink.bottom).toBeLessThanOrEqual(box.y + box.height);
  });

  test.each([
    [90, slab],
    [500, book],
  ] as const)('of %i characters fills its box', async (length, setting) => {
    const ink = await inkOf(setText(words(length), box, setting));
    expect(ink.right - ink.x).toBeGreaterThan(box.width * 0.8);
    expect(ink.bottom - ink.y).toBeGreaterThan(box.height * 0.75);
  });

  test.each([
    [slab, Array.from({ length: 12 }, (_, line) => `"${line}?"`).join('\n')],
    [book, Array.from({ length: 12 }, () => words(40)).join('\n')],
    [book, Array.from({ length: 6 }, () => words(80)).join('\n\n')],
  ] as const)('of many lines stays inside its box', async (setting, set) => {
    const ink = await inkOf(setText(set, box, setting));
    expect(ink.right).toBeLessThanOrEqual(box.x + box.width + 8);
    expect(ink.y).toBeGreaterThanOrEqual(box.y);
    expect(ink.bottom).toBeLessThanOrEqual(box.y + box.height + 8);
  });

  test('has the line breaks of its text', async () => {
    const style = { ...book, largest: 40 };
    const height = async (set: string) => {
      const { y, bottom } = await inkOf(setText(set, box, style));
      return bottom - y;
    };
    const line = await height('nnn nnn');
    const pitch = book.leading * 40;
    expect(await height('nnn\nnnn')).toBeCloseTo(line + pitch, -1);
    expect(await height('nnn\n\nnnn')).toBeCloseTo(line + 2 * pitch, -1);
  });

  test('the text face supplies characters that the slab lacks', () => {
    expect(display.has('Ж')).toBe(true);
    expect(display.width('Ж')).toBeCloseTo(text.width('Ж'));
    expect(display.has('🤠')).toBe(false);
  });
});

describe('the text of a poster', () => {
  test('has typographic quotes and apostrophes', () => {
    const quoted = posterText(`"Don't," he said ('twice'). "No."`, display);
    expect(quoted).toBe('“Don’t,” he said (‘twice’). “No.”');
  });

  test('leaves out characters that no font has, and the space before them', () => {
    expect(posterText('Roundhouse 🤠 kick🔥 漢字 ok 🥋.', display)).toBe('Roundhouse kick ok.');
  });

  test('has one space for any other white space, and keeps line breaks', () => {
    expect(posterText('  a\tb 🤠\n🤠 c\n\n\u00a0d ', display)).toBe('a b\nc\n\nd');
  });
});

test('lines have about the same width, instead of full lines and a short rest', async () => {
  const style = { ...book, largest: 40 };
  const width = text.width('nnnn nnnn nnnn nnnn nnnn') * 41;
  const ink = await inkOf(setText('nnnn nnnn nnnn nnnn nnnn nnnn', { ...box, width }, style));
  expect(ink.right - ink.x).toBeLessThan(0.7 * width);
});

describe('a poster', () => {
  const draw = (jokeText: string, previous: string | null = null) =>
    createPosterGenerator().generate({ jokeText, previous });

  test('is a square PNG, the same each time', async () => {
    const [first, second] = await Promise.all([draw(sentence), draw(sentence)]);
    expect(await sharp(first).metadata()).toMatchObject({
      format: 'png',
      width: 1_024,
      height: 1_024,
    });
    expect(Buffer.from(first).equals(second)).toBe(true);
  });

  test('that replaces another looks different', async () => {
    const [first, second] = await Promise.all([draw(sentence), draw(sentence, 'a')]);
    expect(Buffer.from(first).equals(second)).toBe(false);
  });

  test.each(['🤠🤠🤠🤠🤠🤠🤠🤠🤠🤠', '<script>&"\'</script>', '漢字'.repeat(10), 'x'.repeat(500)])(
    'can be drawn for %.20s',
    async (jokeText) => {
      expect((await sharp(await draw(jokeText)).metadata()).width).toBe(1_024);
    },
  );
});
