import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cardText, FACE_PARTS, FACES, IN_FACE } from './card-text.ts';

/** The characters of a TrueType font: those of its `cmap` of format 4, whose segments have no gaps. */
function charactersOf(file: string): string[] {
  const font = readFileSync(join(import.meta.dirname, file));
  const record = font.indexOf('cmap');
  const cmap = font.subarray(font.readUInt32BE(record + 8));
  const table = cmap.subarray(cmap.readUInt32BE(8));
  expect(table.readUInt16BE(0)).toBe(4);
  const length = table.readUInt16BE(6);
  const codePoints: number[] = [];
  for (let at = 0; at < length; at += 2) {
    const end = table.readUInt16BE(14 + at);
    const start = table.readUInt16BE(16 + length + at);
    for (let code = start; code <= end; code += 1) codePoints.push(code);
  }
  return codePoints.map((code) => String.fromCodePoint(code));
}

test.each(Object.keys(FACES))('every character that a card may show is in a part of %s', (face) => {
  const drawn = new Set(FACE_PARTS.flatMap((part) => charactersOf(`${face}-${part}.ttf`)));
  const allowed = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  expect(allowed.filter((each) => IN_FACE.test(each) && !drawn.has(each))).toEqual([]);
});

test.each([
  ['Señor Núñez & <b>Žižek</b>', 'Señor Núñez & <b>Žižek</b>'],
  ['  two\t\u00a0spaces \n\n and a line ', 'two spaces\n\nand a line'],
  ['🤠 Chuck kicked ❤️ the 👨‍👩‍👧 moon 🌙.', 'Chuck kicked the moon.'],
  ['No. 1️⃣ ™', 'No. 1 ™'],
  [`an ${'i'.repeat(29)}`, `an ${'i'.repeat(29)}`],
])('the text %j is shown as %j', (text, shown) => {
  expect(cardText(text)).toBe(shown);
});

test('a word of thirty characters may be broken', () => {
  expect(cardText(`an ${'i'.repeat(30)}`)).toMatch(/^an (?:i\u200b){29}i$/);
});

test.each([
  '🤠👍🏽🇯🇵',
  'تشاك نوريس',
  'צ׳אק',
  'ไทย. Chuck waits.',
  '查克',
  'Чак',
  'the Ωmega',
  '2 ≠ 3',
])('the text %j is not shown', (text) => {
  expect(cardText(text)).toBeUndefined();
});
