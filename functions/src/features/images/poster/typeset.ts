import { breakLines } from './line-breaking.ts';
import type { Typeface } from './typefaces.ts';

/** A rectangle on the poster, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Setting {
  typeface: Typeface;
  align: 'center' | 'left';
  /** the distance between baselines in em */
  leading: number;
  /** the largest size in pixels */
  largest: number;
}

const SMALLEST = 16;
/** The factor from one size to the next smaller one to try. */
const STEP = 0.97;
/** Long words are cut if they would force the text below this size, in pixels. */
const CUT_BELOW = 34;
/** The space between words, in em. */
const SPACE = 0.27;
/** The height of capitals in em, about the same in both typefaces. */
const CAPITALS = 0.7;

interface Lines {
  size: number;
  lines: { text: string; width: number }[];
}

/** Cuts a word that is wider than `maximum` em into pieces that fit. */
function pieces(word: string, typeface: Typeface, maximum: number): string[] {
  if (typeface.width(word) <= maximum) return [word];
  const found = [''];
  for (const character of word) {
    const longer = `${found.at(-1) ?? ''}${character}`;
    if (typeface.width(longer) > maximum && longer.length > 1) found.push(character);
    else found[found.length - 1] = longer;
  }
  return found;
}

function linesAt(
  size: number,
  words: readonly string[],
  box: Box,
  { typeface }: Setting,
  measure: (word: string) => number,
  mayCut: boolean,
): Lines | undefined {
  const maximum = box.width / size;
  const fits = words.every((word) => measure(word) <= maximum);
  if (!fits && !mayCut) return undefined;
  const set = fits ? words : words.flatMap((word) => pieces(word, typeface, maximum));
  const starts = breakLines(set.map(measure), SPACE, maximum);
  const lines = starts.map((start, index) => {
    const text = set.slice(start, starts[index + 1]).join(' ');
    const parts = set.slice(start, starts[index + 1]);
    const width = parts.reduce((sum, part) => sum + measure(part) + SPACE, -SPACE);
    return { text, width: width * size };
  });
  return { size, lines };
}

/** The lines at the largest size at which the words fit the box. */
function largestThatFits(words: readonly string[], box: Box, setting: Setting): Lines {
  const known = new Map<string, number>();
  const measure = (word: string) => {
    const width = known.get(word) ?? setting.typeface.width(word);
    known.set(word, width);
    return width;
  };
  const widest = Math.max(0, ...words.map(measure));
  const mayCut = box.width / widest < CUT_BELOW;
  const height = ({ size, lines }: Lines) => (lines.length - 1) * setting.leading * size + size;

  for (let size = setting.largest; size > SMALLEST; size *= STEP) {
    const tried = linesAt(size, words, box, setting, measure, mayCut);
    if (tried && height(tried) <= box.height) return tried;
  }
  return linesAt(SMALLEST, words, box, setting, measure, true) ?? { size: SMALLEST, lines: [] };
}

/** Typesets words into a box, as large as they fit; returns the data of one SVG path. */
export function typeset(words: readonly string[], box: Box, setting: Setting): string {
  const { size, lines } = largestThatFits(words, box, setting);
  const { typeface, align, leading } = setting;
  const block = (lines.length - 1) * leading * size + CAPITALS * size;
  const widest = Math.max(0, ...lines.map((line) => line.width));
  const first = box.y + (box.height - block) / 2 + CAPITALS * size;
  return lines
    .map((line, index) => {
      const free = box.width - (align === 'center' ? line.width : widest);
      let x = box.x + free / 2;
      return line.text
        .split(' ')
        .map((word) => {
          const outlines = typeface.path(word, x, first + index * leading * size, size);
          x += (typeface.width(word) + SPACE) * size;
          return outlines;
        })
        .join('');
    })
    .join('');
}
