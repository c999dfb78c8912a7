// Cuts the site's fonts down to what it uses, into web/src/styles/fonts. To be run again where the
// typefaces, their weights or the characters change; the results are committed.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const TARGET = join(import.meta.dirname, '..', 'web', 'src', 'styles', 'fonts');

/** All characters from one code point to another. */
const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

const BASIC_LATIN = range(0x20, 0x7e);
const LATIN_1 = range(0xa0, 0xff);
// All but the letters that the font has beside Latin-1.
const LATIN_EXTENDED_A = range(0x100, 0x17f).replaceAll(/[ŒœŸ]/g, '');
// What else texts and numbers are set with.
const PUNCTUATION = 'ŒœŸ\u2009\u202f‐‑–—‘’‚“”„•…‹›€™−×←↑→↓';

interface Cut {
  /** the file, without its ending */
  name: string;
  source: string;
  text: string;
  /** the weights in use, of a font that has them all */
  weights?: { min: number; max: number };
}

const ALFA = '@fontsource/alfa-slab-one';
const BITTER = '@fontsource-variable/bitter';
const WEIGHTS = { min: 400, max: 700 };

const cuts: Cut[] = [
  {
    name: 'slab',
    source: `${ALFA}/files/alfa-slab-one-latin-400-normal.woff2`,
    text: BASIC_LATIN + '\u00a0\u202f–—‘’“”…©',
  },
  {
    name: 'text',
    source: `${BITTER}/files/bitter-latin-wght-normal.woff2`,
    text: BASIC_LATIN + LATIN_1 + PUNCTUATION,
    weights: WEIGHTS,
  },
  {
    name: 'text-latin-ext',
    source: `${BITTER}/files/bitter-latin-ext-wght-normal.woff2`,
    text: LATIN_EXTENDED_A,
    weights: WEIGHTS,
  },
];

const locate = (file: string) => fileURLToPath(import.meta.resolve(file));

for (const { name, source, text, weights } of cuts) {
  const font = await subsetFont(await readFile(locate(source)), text, {
    targetFormat: 'woff2',
    keepFeatures: ['kern', 'mark', 'ccmp', 'lnum', 'tnum', 'rvrn'],
    noHinting: true,
    ...(weights && { variationAxes: { wght: weights } }),
  });
  await writeFile(join(TARGET, `${name}.woff2`), font);
  process.stdout.write(`${name}.woff2 ${font.length} bytes\n`);
}

for (const [name, font] of [
  ['slab', ALFA],
  ['text', BITTER],
]) {
  const folder = dirname(locate(`${font}/package.json`));
  await copyFile(join(folder, 'LICENSE'), join(TARGET, `${name}-LICENSE.txt`));
}
