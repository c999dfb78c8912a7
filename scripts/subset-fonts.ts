// Reduces the site's fonts to the characters that it uses and writes them to web/src/styles/fonts. Run it
// again when the typefaces, their weights or the characters change, and commit the results.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const TARGET = join(import.meta.dirname, '..', 'web', 'src', 'styles', 'fonts');

/** All characters from one code point to another, inclusive. */
const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

const BASIC_LATIN = range(0x20, 0x7e);
const LATIN_1 = range(0xa0, 0xff);
// Without the letters that are in the Latin-1 file.
const LATIN_EXTENDED_A = range(0x100, 0x17f).replaceAll(/[ŒœŸ]/g, '');
// Other characters in texts and numbers.
const PUNCTUATION = 'ŒœŸ\u2009\u202f‐‑–—‘’‚“”„•…‹›€™−×←↑→↓';

interface Subset {
  /** the file name without its extension */
  name: string;
  source: string;
  text: string;
  /** the weights in use, for a variable font */
  weights?: { min: number; max: number };
}

const ALFA = '@fontsource/alfa-slab-one';
const BITTER = '@fontsource-variable/bitter';
const WEIGHTS = { min: 400, max: 700 };

const subsets: Subset[] = [
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

for (const { name, source, text, weights } of subsets) {
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
