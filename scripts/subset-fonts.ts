// Reduces the fonts to the characters that the site and its cards use. Run it again when the typefaces, their
// weights or the characters change, and commit the results.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import subsetFont from 'subset-font';
import { FACE_PARTS, IN_FACE } from '../functions/src/images/card-text.ts';
import { readCommandLine } from './command-line.ts';
import { measureSlab } from './measure-slab.ts';

readCommandLine({
  command: 'npm run fonts',
  does: 'Reduces the typefaces to the characters that the site and its cards use.',
});

const root = join(import.meta.dirname, '..');
const TARGET = join(root, 'web/src/styles/fonts');
const CARDS = join(root, 'functions/src/images');
const WIDTHS = join(root, 'functions/src/domain/slab-widths.json');

/** All characters from one code point to another, inclusive. */
const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

const BASIC_LATIN = range(0x20, 0x7e);
const LATIN_1 = range(0xa0, 0xff);
// Without the letters that are in the Latin-1 file.
const LATIN_EXTENDED_A = range(0x100, 0x17f).replaceAll(/[ŒœŸ]/g, '');
// Other characters in texts and numbers.
const PUNCTUATION = 'ŒœŸ\u2009\u202f‐‑–—‘’‚“”„•…‹›€™−×←↑→↓';

const SLAB = join(root, 'node_modules/@fontsource/alfa-slab-one');
const TEXT = join(root, 'node_modules/@fontsource-variable/bitter');
/** The weights in use of a variable font. */
const WEIGHTS = { variationAxes: { wght: { min: 400, max: 700 } } };
const CARD_WEIGHT = { variationAxes: { wght: 600 } };

async function subset(file: string, source: string, text: string, weights = {}): Promise<void> {
  const font = await subsetFont(await readFile(source), text, {
    targetFormat: file.endsWith('.ttf') ? 'truetype' : 'woff2',
    keepFeatures: ['kern', 'mark', 'ccmp', 'lnum', 'tnum', 'rvrn'],
    noHinting: true,
    ...weights,
  });
  await writeFile(file, font);
  process.stdout.write(`${relative(root, file)} ${font.length} bytes\n`);
}

const slab = (part: string) => join(SLAB, `files/alfa-slab-one-${part}-400-normal.woff2`);
const slabText = `${BASIC_LATIN}\u00a0\u202f–—‘’“”…©`;
await subset(join(TARGET, 'slab.woff2'), slab('latin'), slabText);
const widths = await measureSlab(await readFile(join(TARGET, 'slab.woff2')));
await writeFile(WIDTHS, `${JSON.stringify(widths, null, 2)}\n`);
const bitter = (part: string) => join(TEXT, `files/bitter-${part}-wght-normal.woff2`);
const text = BASIC_LATIN + LATIN_1 + PUNCTUATION;
await subset(join(TARGET, 'text.woff2'), bitter('latin'), text, WEIGHTS);
const extended = join(TARGET, 'text-latin-ext.woff2');
await subset(extended, bitter('latin-ext'), LATIN_EXTENDED_A, WEIGHTS);
const cardText = Array.from(range(0x20, 0x2fff)).filter((each) => IN_FACE.test(each));
for (const part of FACE_PARTS) {
  await subset(join(CARDS, `slab-${part}.ttf`), slab(part), cardText.join(''));
  await subset(join(CARDS, `text-${part}.ttf`), bitter(part), cardText.join(''), CARD_WEIGHT);
}

await copyFile(join(SLAB, 'LICENSE'), join(TARGET, 'slab-LICENSE.txt'));
await copyFile(join(TEXT, 'LICENSE'), join(TARGET, 'text-LICENSE.txt'));
