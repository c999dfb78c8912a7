import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { prepareText } from './drawable-text.ts';
import type { Paragraph } from './paragraph.ts';
import { setText, type TextStyle } from './text-layout.ts';

const box = { x: 100, y: 200, width: 800, height: 640 };
const slab: TextStyle = { font: 'display', align: 'center', leading: 1.1, largest: 150 };
const book: TextStyle = { font: 'text', align: 'start', leading: 1.26, largest: 72 };
const sentence = 'Chuck Norris counted to infinity, twice, and then he waited for the rest of us.';
const words = (length: number) => sentence.repeat(8).slice(0, length);

const ARABIC = 'يستطيع تشاك نوريس (الأسطورة) أن يعدّ إلى ما لا نهاية، مرتين في 2005!';
const HEBREW = 'צ׳אק נוריס אמר: "Roundhouse (v2.0)" והעולם (כולו) הסתובב 360 מעלות.';
const JAPANESE =
  'チャック・ノリスは腕立て伏せをしない。「本当に？」と聞くな、答えは回し蹴りである。';
const FAMILY = '👨‍👩‍👧‍👦';
const EMOJI = [FAMILY, '👍🏽', '🇯🇵', '❤️', '❤', '1️⃣', '1⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🤠', '☎'];

/** The bounding box of a path's ink, in pixels. */
async function inkOf(path: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024"><rect width="1024" height="1024" fill="#fff"/><path d="${path}"/></svg>`;
  const { info } = await sharp(Buffer.from(svg)).trim().toBuffer({ resolveWithObject: true });
  const [x, y] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)];
  return { x, y, right: x + info.width, bottom: y + info.height };
}

/** The only line of a text, with the glyphs that its fonts draw. */
async function paragraphOf(text: string): Promise<Paragraph> {
  const [paragraph, ...others] = await prepareText(text, 'display');
  if (!paragraph || others.length > 0) throw new Error('Not one line');
  return paragraph;
}

/** The ids of the glyphs on a line from left to right; 0 is a font's box for a missing one. */
async function glyphsOf(text: string): Promise<number[]> {
  const paragraph = await paragraphOf(text);
  return paragraph.line({ from: 0, to: paragraph.length }).glyphs;
}

const left = async (text: string) => (await prepareText(text, 'display')).map(({ text }) => text);

describe('set type', () => {
  test.each([
    ...[10, 40, 90, 160].map((length) => [`${length} characters`, slab, words(length)] as const),
    ...[180, 300, 500].map((length) => [`${length} characters`, book, words(length)] as const),
    ['a word of 500 characters', book, 'W'.repeat(500)],
    ['two long words', slab, `${'m'.repeat(80)} ${'i'.repeat(80)}`],
    ['12 short lines', slab, Array.from({ length: 12 }, (_, line) => `"${line}?"`).join('\n')],
    ['12 long lines', book, Array.from({ length: 12 }, () => words(40)).join('\n')],
    ['paragraphs', book, Array.from({ length: 6 }, () => words(80)).join('\n\n')],
    ['stacked accents', slab, 'Ẵ Ậ Ỗ ǘ Å̃ Ç̌ hả Ẵ Ậ Ỗ'],
    ['Arabic', slab, ARABIC],
    ['500 characters of Arabic', book, ARABIC.repeat(8).slice(0, 500)],
    ['Hebrew with English', slab, HEBREW],
    ['Japanese', slab, JAPANESE],
    ['500 characters of Japanese', book, JAPANESE.repeat(12).slice(0, 500)],
    ['500 emoji', book, '🤠'.repeat(500)],
  ] as const)('of %s stays inside its box', async (_what, style, text) => {
    const ink = await inkOf(await setText(text, box, style));
    expect(ink.x).toBeGreaterThanOrEqual(box.x - 1);
    expect(ink.right).toBeLessThanOrEqual(box.x + box.width + 1);
    expect(ink.y).toBeGreaterThanOrEqual(box.y - 1);
    expect(ink.bottom).toBeLessThanOrEqual(box.y + box.height + 1);
  });

  test.each([
    [90, slab],
    [500, book],
  ] as const)('of %i characters fills its box', async (length, style) => {
    const ink = await inkOf(await setText(words(length), box, style));
    expect(ink.right - ink.x).toBeGreaterThan(box.width * 0.8);
    expect(ink.bottom - ink.y).toBeGreaterThan(box.height * 0.75);
  });

  test('has the line breaks of its text, and an empty line is half as high', async () => {
    const style = { ...book, largest: 40 };
    const height = async (set: string) => {
      const { y, bottom } = await inkOf(await setText(set, box, style));
      return bottom - y;
    };
    const line = await height('nnn nnn');
    const pitch = book.leading * 40;
    expect(await height('nnn\nnnn')).toBeCloseTo(line + pitch, -1);
    expect(await height('nnn\n\nnnn')).toBeCloseTo(line + 1.5 * pitch, -1);
  });

  test('has lines of about the same width, instead of full lines and a short rest', async () => {
    const style = { ...book, largest: 40 };
    const full = await inkOf(await setText('nnnn nnnn nnnn nnnn nnnn', box, style));
    const width = (full.right - full.x) * 1.02;
    const text = 'nnnn nnnn nnnn nnnn nnnn nnnn';
    const ink = await inkOf(await setText(text, { ...box, width }, style));
    expect(ink.right - ink.x).toBeLessThan(0.7 * width);
  });

  test('starts on the right if its text is read from there', async () => {
    const style = { ...slab, align: 'start', largest: 40 } as const;
    const [latin, hebrew] = await Promise.all(
      ['Chuck Norris', 'צ׳אק נוריס'].map(async (text) => inkOf(await setText(text, box, style))),
    );
    expect(latin?.x).toBeCloseTo(box.x, -1);
    expect(hebrew?.right).toBeCloseTo(box.x + box.width, -1);
  });

  test('is nothing if no font has a letter of the text', async () => {
    expect(await setText('ไทย\n한국어', box, slab)).toBe('');
    expect(await setText('เขารอ. Chuck Norris waits.', box, slab)).toBe('');
    expect(await setText('', box, slab)).toBe('');
  });
});

describe('every drawn character has a glyph', () => {
  test.each([
    ['Latin', sentence],
    ['Cyrillic', 'Чак Норрис досчитал до бесконечности. Дважды! Ђ ї Ґ'],
    ['Vietnamese', 'Chuck Norris không bao giờ ngủ. Ông ấy chỉ đợi.'],
    ['Greek', 'Ο Τσακ Νόρις μέτρησε ως το άπειρο.'],
    ['Arabic', ARABIC],
    ['Hebrew', HEBREW],
    ['Japanese', JAPANESE],
    ['emoji', EMOJI.join(' ')],
  ])('in %s', async (_script, text) => {
    expect(await left(text)).toEqual([text.replaceAll('"', text === HEBREW ? '"' : '”')]);
    expect(await glyphsOf(text)).not.toContain(0);
  });

  test.each([
    ['the space before it', 'Roundhouse 𝌆 kick𝌆. 𝌇 ok 𝌇.', ['Roundhouse kick. ok.']],
    ['lines of which nothing is left', '𝌆\na\n𝌇𝌇\n\nb\n𝌇', ['a', '', 'b']],
    ['marks that no font combines', 'c̵o͓d̶e é', ['code é']],
  ])('other symbols are left out, with %s', async (_what, text, expected) => {
    expect(await left(text)).toEqual(expected);
    for (const line of expected.filter((line) => line !== '')) {
      expect(await glyphsOf(line)).not.toContain(0);
    }
  });
});

describe('a character', () => {
  test.each([FAMILY, '👍🏽', '🇯🇵', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('is one picture: %s', async (emoji) => {
    expect(await glyphsOf(emoji)).toHaveLength(1);
    expect(await glyphsOf(`נ${emoji}נ`)).toEqual([
      ...(await glyphsOf('נ')),
      ...(await glyphsOf(emoji)),
      ...(await glyphsOf('נ')),
    ]);
  });
});

describe('a text that is read from the right', () => {
  test('is drawn from the right, with Latin words and numbers from the left', async () => {
    const [alef, bet] = [await glyphsOf('א'), await glyphsOf('ב')];
    expect(await glyphsOf('אבב')).toEqual([...bet, ...bet, ...alef]);
    expect(await glyphsOf('אב Kick 360')).toEqual([
      ...(await glyphsOf('Kick 360')),
      ...(await glyphsOf('a b')).slice(1, 2),
      ...(await glyphsOf('אב')),
    ]);
  });

  test('has mirrored brackets', async () => {
    const [alef, open, close] = [await glyphsOf('א'), await glyphsOf('('), await glyphsOf(')')];
    expect(await glyphsOf('(א)')).toEqual([...open, ...alef, ...close]);
    expect(await glyphsOf('(אא')).toEqual([...alef, ...alef, ...close]);
  });

  test('joins Arabic letters', async () => {
    const [isolated = 0] = await glyphsOf('ه');
    const joined = await glyphsOf('ههه');
    expect(joined).toHaveLength(3);
    expect(joined).not.toContain(isolated);
    expect(new Set(joined).size).toBe(3);
  });
});

test('lines of Japanese end between characters, but not before a period or a closing bracket', async () => {
  const paragraph = await paragraphOf(JAPANESE);
  const starts = paragraph.words().map(({ from }) => Array.from(JAPANESE)[from]);
  expect(starts.length).toBeGreaterThan(25);
  expect(starts).toContain('腕');
  for (const character of '。」、？・ッャ') expect(starts).not.toContain(character);
});

test('quotation marks are typographic, except in a text that is read from the right', async () => {
  expect(await left(`"Don't," he said ('twice'). "No."`)).toEqual([
    '“Don’t,” he said (‘twice’). “No.”',
  ]);
  expect(await left('צה"ל')).toEqual(['צה"ל']);
});

test('one space replaces any other white space, and line breaks stay', async () => {
  expect(await left('  a\tb 𝌆\n𝌆 c\n\n\u00a0d ')).toEqual(['a b', 'c', '', 'd']);
});
