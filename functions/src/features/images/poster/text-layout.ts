import type { Typeface } from './typefaces.ts';

/** A rectangle in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextStyle {
  typeface: Typeface;
  align: 'center' | 'left';
  /** the distance between baselines in em */
  leading: number;
  /** the largest size in pixels */
  largest: number;
}

/** The factor from one size, or width of a line, to the next smaller one to try. */
const STEP = 0.97;
/** The height of capitals in em, about the same in both typefaces. */
const CAPITALS = 0.7;
/** Words of more than 28 characters are cut, because the text would become too small. */
const LONG_WORD = /\S{29,}/gu;
const PIECES = /.{1,16}/gu;

/** A word, or the words of a line; the width is in em. */
interface Line {
  text: string;
  width: number;
}

/** Fills one line after the other; a word that is wider than a line is alone on its line. */
function fillParagraph(words: readonly Line[], space: number, maximum: number): Line[] {
  const lines: Line[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last && last.width + space + word.width <= maximum) {
      last.text += ` ${word.text}`;
      last.width += space + word.width;
    } else lines.push({ ...word });
  }
  return lines;
}

/** The same for all lines of a text. */
function fillLines(text: Line[][], space: number, maximum: number): Line[] {
  return text.flatMap((words) => fillParagraph(words, space, maximum));
}

/** The same number of lines, but the narrowest possible, so that they have about the same width. */
function balanceLines(words: Line[][], space: number, maximum: number): Line[] {
  const widest = Math.max(...words.flat().map(({ width }) => width));
  let lines = fillLines(words, space, maximum);
  for (let width = maximum * STEP; width > widest; width *= STEP) {
    const narrower = fillLines(words, space, width);
    if (narrower.length > lines.length) break;
    lines = narrower;
  }
  return lines;
}

/** A text's words, in one list for each of its lines; an empty line has one empty word. */
function wordsOf(text: string, typeface: Typeface): Line[][] {
  const pieces = text.replace(LONG_WORD, (word) => word.match(PIECES)?.join(' ') ?? word);
  return pieces.split('\n').map((line) =>
    line
      .trim()
      .split(/\s+/u)
      .map((word) => ({ text: word, width: typeface.width(word) })),
  );
}

/**
 * Sets a text into a box, as large as it fits, on lines of about the same width. A line break in the
 * text starts a new line.
 * @returns the data of an SVG path
 */
export function setText(text: string, box: Box, style: TextStyle): string {
  const { typeface, align, leading, largest } = style;
  if (text.trim() === '') return '';
  const words = wordsOf(text, typeface);
  const space = typeface.width(' ');
  let size = Math.min(largest, box.width / Math.max(...words.flat().map(({ width }) => width)));
  const tooHigh = () => {
    const { length } = fillLines(words, space, box.width / size);
    return ((length - 1) * leading + 1) * size > box.height;
  };
  while (tooHigh()) size *= STEP;

  const lines = balanceLines(words, space, box.width / size);
  const widest = Math.max(...lines.map(({ width }) => width));
  const top = box.y + (box.height - ((lines.length - 1) * leading + CAPITALS) * size) / 2;
  return lines
    .map((line, index) => {
      const free = box.width - (align === 'center' ? line.width : widest) * size;
      const baseline = top + (CAPITALS + index * leading) * size;
      return typeface.path(line.text, box.x + free / 2, baseline, size);
    })
    .join('');
}
