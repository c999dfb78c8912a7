import { SENTENCE_END } from './joke-title.ts';
import widths from './slab-widths.json' with { type: 'json' };

const ADVANCES: Readonly<Record<string, number>> = widths.advances;
const KERNING: Readonly<Record<string, number>> = widths.kerning;

const MAX_CHARACTERS = 80;
/** In em; the styles have the same. */
export const LINE_HEIGHT = 0.98;
/** The part of the height that lines fill at best. */
const FILLED = 0.85;
/** How much larger than another line one may be. */
const MAX_CONTRAST = 2.7;
/** The last line may be this much narrower than the others. */
const SHORTEST_LAST = 0.5;
/** Words that should not end a line. */
const WEAK =
  /^(?:a|an|and|as|at|but|by|chuck|for|from|his|i|if|in|is|it|my|of|on|or|so|that|the|to|was|with)$/i;
/** How bad it is, in squared logarithms of a width and for each em. */
const PENALTY = { weakEnd: 0.03, splitSentence: 0.3, unstretched: 0.1, smallPunch: 2, noRed: 0.06 };
/** The best beginnings of a layout that are pursued, so that no text takes long. */
const PURSUED = 20;

/** Where a text is set. Widths are in em of the face, so the type is larger on narrower lines. */
export interface Place {
  /** of a line that is stretched */
  narrowest: number;
  widest: number;
  /** of all lines, in parts of their width */
  height: number;
}

/** A line of a broadside: words from one index to another, and how wide they are in em. */
export interface Line {
  from: number;
  to: number;
  text: string;
  em: number;
  /** whether it is in the second color */
  isRed: boolean;
}

const SPACE = widthOf(' ');

/** How wide a text in capitals is in em; NaN if a character can't be set. */
function widthOf(text: string): number {
  const letters = Array.from(text.toUpperCase());
  const thousandths = letters.reduce((sum, letter, at) => {
    const closer = KERNING[letter + (letters[at + 1] ?? '')] ?? 0;
    return sum + (ADVANCES[letter] ?? Number.NaN) + closer;
  }, 0);
  return thousandths / 1_000;
}

/** The index of the first word of the last sentence; 0 if there is only one. */
function lastSentence(text: string): number {
  const starts = [...text.matchAll(SENTENCE_END)].map(({ index, 0: end }) => index + end.length);
  const last = starts.findLast((start) => /^\P{Ll}/u.test(text.slice(start))) ?? 0;
  return text.slice(0, last).split(' ').length - 1;
}

/** The height of lines that are stretched to a width of 1. */
const heightOf = (lines: readonly Line[], { narrowest }: Place) =>
  lines.reduce((sum, { em }) => sum + LINE_HEIGHT / Math.max(em, narrowest), 0);

/**
 * Colors the last sentence, or the last line of a single one, if it begins a line and is at most half of the height, or
 * a line so short that paper is left beside it.
 */
function colored(lines: readonly Line[], place: Place, sentence: number): Line[] {
  const start = sentence > 0 ? sentence : (lines.at(-1)?.from ?? 0);
  const red = lines.filter(({ from }) => from >= start);
  const [first] = red;
  const isShort = first !== undefined && first.em < place.narrowest;
  const isSmall = isShort || heightOf(red, place) <= heightOf(lines, place) / 2;
  const isRed = first?.from === start && isSmall && red.length < lines.length;
  return lines.map((line) => ({ ...line, isRed: isRed && line.from >= start }));
}

/**
 * The ways to set a short text in capitals on lines that are stretched to the same width, best first: lines of similar
 * widths, in type as large as the place allows, the last sentence on lines of its own.
 * @param starts indexes of words that begin a line
 * @returns none if the text should be set in the text face
 */
export function layouts(text: string, place: Place, starts: readonly number[] = []): Line[][] {
  const { narrowest, widest, height } = place;
  const total = widthOf(text);
  if (text.length > MAX_CHARACTERS || Number.isNaN(total)) return [];
  const words = text.split(' ');
  const ems = words.map(widthOf);
  const sentence = lastSentence(text);
  const best = Math.max(narrowest, Math.sqrt((LINE_HEIGHT * total) / (FILLED * height)));

  const costOf = ({ from, to, em }: Line) => {
    const isLast = to === words.length;
    const isInside = (word: number) => word > from && word < to;
    if (em < narrowest * (isLast ? SHORTEST_LAST : 1) || starts.some(isInside)) return Infinity;
    const size = Math.log(Math.max(em, narrowest) / best);
    return (
      em *
      (size ** 2 * (isLast && size > 0 ? PENALTY.smallPunch : 1) +
        (isInside(sentence) ? PENALTY.splitSentence : 0) +
        (em < narrowest ? PENALTY.unstretched : 0) +
        (!isLast && WEAK.test(words[to - 1] ?? '') ? PENALTY.weakEnd : 0))
    );
  };
  /** The best ways to set the words from an index on. */
  const ways: { lines: Line[]; cost: number }[][] = [];
  ways[words.length] = [{ lines: [], cost: 0 }];
  for (let from = words.length - 1; from >= 0; from -= 1) {
    const all: (typeof ways)[number] = [];
    let em = -SPACE;
    for (let to = from + 1; to <= words.length; to += 1) {
      em += SPACE + (ems[to - 1] ?? 0);
      if (em > widest) break;
      const line = { from, to, text: words.slice(from, to).join(' '), em, isRed: false };
      const cost = costOf(line);
      if (cost === Infinity) continue;
      for (const rest of ways[to] ?? []) {
        all.push({ lines: [line, ...rest.lines], cost: cost + rest.cost });
      }
    }
    ways[from] = all.sort((one, other) => one.cost - other.cost).slice(0, PURSUED);
  }
  return (ways[0] ?? [])
    .filter(({ lines }) => {
      const ems = lines.map(({ em }) => Math.max(em, narrowest));
      const contrast = Math.max(...ems) / Math.min(...ems);
      return heightOf(lines, place) <= height && contrast <= MAX_CONTRAST;
    })
    .map(({ lines, cost }) => {
      const set = colored(lines, place, sentence);
      const hasRed = set.some(({ isRed }) => isRed);
      return { set, cost: cost + (hasRed ? 0 : total * PENALTY.noRed) };
    })
    .sort((one, other) => one.cost - other.cost)
    .map(({ set }) => set);
}

/** On a page: in wide windows, and in narrow ones. The styles have the same narrowest lines and heights. */
const WIDE: Place = { narrowest: 6, widest: 19, height: 0.44 };
const NARROW: Place = { narrowest: 3.8, widest: 10.5, height: 1.14 };

/**
 * How a short fact is set on its page: the lines of wide windows, each with its lines in narrow ones.
 * @returns undefined if it should be set in the text face
 */
export function broadside(text: string): (Line & { lines: Line[] })[] | undefined {
  for (const wide of layouts(text, WIDE)) {
    const starts = wide.map(({ from }) => from);
    const [narrow] = layouts(text, NARROW, starts);
    if (narrow === undefined) continue;
    return wide.map((line) => ({
      ...line,
      lines: narrow.filter(({ from }) => from >= line.from && from < line.to),
    }));
  }
  return undefined;
}
