import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';

/** Opened font files in memory, up to about 1 MB each. A text of 500 kanji touches about as many. */
const MAXIMUM_OPEN = 60;

/** A package of @fontsource: its name, and the weight of its files. */
interface Family {
  name: string;
  weight: number;
  /** the factor that makes its characters as large as those of the first typeface */
  scale: number;
}

const SLAB: Family = { name: 'alfa-slab-one', weight: 400, scale: 1 };
const BITTER: Family = { name: 'bitter', weight: 700, scale: 1 };
const EMOJI: Family = { name: 'noto-emoji', weight: 700, scale: 0.88 };
/** The scripts that the first typefaces lack. */
const OTHERS: readonly Family[] = [
  { name: 'noto-sans-hebrew', weight: 700, scale: 1.06 },
  { name: 'noto-sans-arabic', weight: 700, scale: 1.06 },
  { name: 'dela-gothic-one', weight: 400, scale: 0.94 },
];

/** The families of a style, in the order in which they are asked for a character. */
const STYLES = {
  /** a slab for short texts */
  display: [SLAB, BITTER, ...OTHERS, EMOJI],
  /** a text face for long ones */
  text: [BITTER, ...OTHERS, EMOJI],
} as const satisfies Record<string, readonly Family[]>;
export type FontStyle = keyof typeof STYLES;

/** A font at the size at which it matches the others of its style. */
export interface Face {
  font: Font;
  /** from the font's units to em */
  scale: number;
}

interface Range {
  from: number;
  to: number;
  /** a file that may have the characters of this range */
  file: string;
}

const unicodeRanges = z.record(z.string(), z.string());
const { resolve } = createRequire(import.meta.url);

/** The file of a subset; a subset's name is such as `latin` or `[12]`. */
function fileOf({ name, weight }: Family, subset: string): string {
  // One file has all emoji: sequences of them are in several subsets.
  const part = name === EMOJI.name ? 'emoji' : subset.replace(/[[\]]/g, '');
  return `@fontsource/${name}/files/${name}-${part}-${weight}-normal.woff2`;
}

/** The ranges of a family's files, those of its main subset first. */
async function readRanges(family: Family): Promise<Range[]> {
  const path = resolve(`@fontsource/${family.name}/unicode.json`);
  const subsets = unicodeRanges.parse(JSON.parse(await readFile(path, 'utf8')));
  const ranges = Object.entries(subsets).flatMap(([subset, list]) =>
    list.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return { from: parseInt(from, 16), to: parseInt(to, 16), file: fileOf(family, subset) };
    }),
  );
  return ranges.toReversed();
}

const rangesOf = new LRUCache<string, Promise<Range[]>>({ max: MAXIMUM_OPEN });
const opened = new LRUCache<string, Promise<Font>>({ max: MAXIMUM_OPEN });

async function openFont(file: string): Promise<Font> {
  const font = create(await readFile(resolve(file)));
  if (!('layout' in font)) throw new Error(`${file} is not a single font`);
  return font;
}

/** The result of `load` for a key; a failure is not remembered. */
function once<Value>(
  found: LRUCache<string, Promise<Value>>,
  key: string,
  load: () => Promise<Value>,
): Promise<Value> {
  const existing = found.get(key);
  if (existing) return existing;
  const loading = load();
  found.set(key, loading);
  loading.catch(() => found.delete(key));
  return loading;
}

/** Characters that change others and need no glyph, such as joiners and variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const MARKS = /(?!^)\p{Mark}/gu;

async function findInFamily(family: Family, codePoints: readonly number[]): Promise<Face | null> {
  const ranges = await once(rangesOf, family.name, () => readRanges(family));
  const [first = 0] = codePoints;
  const files = ranges.filter(({ from, to }) => from <= first && first <= to);
  for (const file of new Set(files.map((range) => range.file))) {
    const font = await once(opened, file, () => openFont(file));
    if (codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))) {
      return { font, scale: family.scale / font.unitsPerEm };
    }
  }
  return null;
}

/** A character as it can be drawn. */
export interface Drawable {
  text: string;
  face: Face;
}

/**
 * The first font of a style that has a character (a grapheme cluster): all of its code points come
 * from the same font. A combination that no font has is drawn without its marks. Opens only the files
 * that may have it, and checks that they do.
 * @returns null if no font has the character
 */
export async function findFace(character: string, style: FontStyle): Promise<Drawable | null> {
  for (const text of new Set([character, character.replace(MARKS, '')])) {
    const visible = Array.from(text).filter((part) => !IGNORABLE.test(part));
    const codePoints = visible.map((part) => part.codePointAt(0) ?? 0);
    if (codePoints.length === 0) return null;
    for (const family of STYLES[style]) {
      const face = await findInFamily(family, codePoints);
      if (face) return { text, face };
    }
  }
  return null;
}
