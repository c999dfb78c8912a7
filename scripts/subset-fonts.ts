// Reduces the site's fonts to the characters that it uses and writes them to web/src/styles/fonts. Run it
// again when the typefaces, their weights or the characters change, and commit the results.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  command: 'npm run fonts',
  does: 'Reduces the typefaces to the characters that the site uses, and writes them to web/src/styles/fonts.',
  options: {},
  example: 'npm run fonts',
});

const root = join(import.meta.dirname, '..');
const TARGET = join(root, 'web/src/styles/fonts');

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

async function subset(name: string, source: string, text: string, weights = {}): Promise<void> {
  const font = await subsetFont(await readFile(source), text, {
    targetFormat: 'woff2',
    keepFeatures: ['kern', 'mark', 'ccmp', 'lnum', 'tnum', 'rvrn'],
    noHinting: true,
    ...weights,
  });
  await writeFile(join(TARGET, `${name}.woff2`), font);
  process.stdout.write(`${name}.woff2 ${font.length} bytes\n`);
}

const slabText = `${BASIC_LATIN}\u00a0\u202f–—‘’“”…©`;
await subset('slab', join(SLAB, 'files/alfa-slab-one-latin-400-normal.woff2'), slabText);
const text = BASIC_LATIN + LATIN_1 + PUNCTUATION;
await subset('text', join(TEXT, 'files/bitter-latin-wght-normal.woff2'), text, WEIGHTS);
const extended = join(TEXT, 'files/bitter-latin-ext-wght-normal.woff2');
await subset('text-latin-ext', extended, LATIN_EXTENDED_A, WEIGHTS);

await copyFile(join(SLAB, 'LICENSE'), join(TARGET, 'slab-LICENSE.txt'));
await copyFile(join(TEXT, 'LICENSE'), join(TARGET, 'text-LICENSE.txt'));
