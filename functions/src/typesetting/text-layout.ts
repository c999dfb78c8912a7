import { prepareText } from './drawable-text.ts';
import type { FontStyle } from './fonts.ts';
import type { Line, Paragraph, Word } from './paragraph.ts';

/** A rectangle in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextStyle {
  font: FontStyle;
  /** `start`: where the reading of a paragraph starts, on the left or on the right */
  align: 'center' | 'start';
  /** the distance between baselines in em; larger if letters of two lines would touch */
  leading: number;
  /** the largest size in pixels */
  largest: number;
}

/** The factor from one size, or width of a line, to the next smaller one to try. */
const STEP = 0.97;
/** The height of capitals in em, about the same in all typefaces. */
const CAPITALS = 0.7;
/** The least distance between the ink of two lines in em. */
const GAP = 0.06;

/** The height of an empty line, in lines. */
const EMPTY_LINE = 0.5;

/** A word, or the words of a line, with its extents in em. */
interface Measured extends Word {
  width: number;
  ascent: number;
  descent: number;
}

/** The words of a paragraph. */
interface MeasuredParagraph {
  paragraph: Paragraph;
  words: readonly Measured[];
}

/** Fills one line after the other; a word that is wider than a line is alone on its line. */
function fillParagraph(words: readonly Measured[], maximum: number): Measured[] {
  const lines: Measured[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const space = last?.space ?? 0;
    if (last && last.width + space + word.width <= maximum) {
      last.to = word.to;
      last.space = word.space;
      last.width += space + word.width;
      last.ascent = Math.max(last.ascent, word.ascent);
      last.descent = Math.max(last.descent, word.descent);
    } else lines.push({ ...word });
  }
  return lines;
}

/** Lays out a text. An empty paragraph is an empty line. */
function fillLines(text: readonly MeasuredParagraph[], maximum: number) {
  const empty = { from: 0, to: 0, space: 0, width: 0, ascent: 0, descent: 0 };
  return text.flatMap(({ paragraph, words }) =>
    (words.length === 0 ? [empty] : fillParagraph(words, maximum)).map((line) => ({
      paragraph,
      ...line,
    })),
  );
}

type FilledLines = ReturnType<typeof fillLines>;

/** The same number of lines, but the narrowest possible, so that they have about the same width. */
function balanceLines(text: readonly MeasuredParagraph[], maximum: number): FilledLines {
  const widest = Math.max(...text.flatMap(({ words }) => words.map(({ width }) => width)));
  let lines = fillLines(text, maximum);
  for (let width = maximum * STEP; width > widest; width *= STEP) {
    const narrower = fillLines(text, width);
    if (narrower.length > lines.length) break;
    lines = narrower;
  }
  return lines;
}

/** The places of some lines in em: the baselines below the first one's ink, and the height of all ink. */
function placeLines(
  lines: readonly Pick<Line, 'width' | 'ascent' | 'descent'>[],
  leading: number,
): { baselines: number[]; height: number } {
  let pitch = leading;
  for (const [index, { ascent }] of lines.entries()) {
    const above = lines[index - 1];
    if (above) pitch = Math.max(pitch, above.descent + ascent + GAP);
  }
  let baseline = Math.max(CAPITALS, lines[0]?.ascent ?? 0);
  const baselines = lines.map(({ width }, index) => {
    if (index > 0) baseline += width === 0 ? pitch * EMPTY_LINE : pitch;
    return baseline;
  });
  return { baselines, height: baseline + (lines.at(-1)?.descent ?? 0) };
}

/**
 * Sets a text into a box, as large as it fits, on lines of about the same width. A line break in the
 * text starts a new line. Symbols that no font has are left out.
 * @returns the data of an SVG path; empty if no font has one of the text's letters
 */
export async function setText(text: string, box: Box, style: TextStyle): Promise<string> {
  const { font, align, leading, largest } = style;
  const measured = (await prepareText(text, font)).map((paragraph) => ({
    paragraph,
    words: paragraph.words().map((word) => ({ ...word, ...paragraph.line(word) })),
  }));
  if (measured.length === 0) return '';
  const widths = measured.flatMap(({ words }) => words.map(({ width }) => width));
  let size = Math.min(largest, box.width / Math.max(...widths));
  const tooHigh = () => {
    const { height } = placeLines(fillLines(measured, box.width / size), leading);
    return height * size > box.height;
  };
  while (tooHigh()) size *= STEP;

  const lines = balanceLines(measured, box.width / size).map(({ paragraph, from, to }) => ({
    direction: paragraph.direction,
    line: paragraph.line({ from, to }),
  }));
  const { baselines, height } = placeLines(
    lines.map(({ line }) => line),
    leading,
  );
  // Letters may lean out of their line or join differently than they were measured, and other lines meet.
  const inkOf = ({ left, right, width }: Line) => Math.max(width, right) - left;
  const widest = Math.max(...lines.map(({ line }) => inkOf(line)));
  size = Math.min(size, box.width / widest, box.height / height);
  const top = box.y + (box.height - height * size) / 2;
  return lines
    .map(({ line, direction }, index) => {
      const free = box.width - inkOf(line) * size;
      const before = align === 'center' ? free / 2 : free * direction;
      const x = box.x + before - line.left * size;
      return line.path(x, top + (baselines[index] ?? 0) * size, size);
    })
    .join('');
}
