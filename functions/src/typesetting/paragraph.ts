import createBidi from 'bidi-js';
import LineBreaker from 'linebreak';
import type { Glyph } from 'fontkit';
import type { Drawable, Face } from './fonts.ts';

const bidi = createBidi();

/** From this many characters on, a word may be broken anywhere: the text would become too small. */
const LONG_WORD = 29;

/** A part of a paragraph: the indices of its first character and of the one after its last. */
interface Span {
  from: number;
  to: number;
}

/** Characters without a place where a line may end. */
export interface Word extends Span {
  /** the width in em of the space that follows; 0 if none does */
  space: number;
}

/** What was set on one line, in em; y grows upward from the baseline. */
export interface Line {
  /** the advance */
  width: number;
  /** the extents of the ink; `left` is negative if it starts before the line */
  left: number;
  right: number;
  ascent: number;
  descent: number;
  /** the ids of the glyphs in their fonts, from left to right */
  glyphs: number[];
  /** The outlines as SVG path data; position and size are in pixels. */
  path(x: number, baseline: number, size: number): string;
}

/** Characters of one font and direction. */
interface Run {
  face: Face;
  level: number;
  text: string;
}

function widthOfSpace({ font, scale }: Face): number {
  return font.glyphForCodePoint(0x20).advanceWidth * scale;
}

/** A text without line breaks whose characters all have a font. */
export type Paragraph = ReturnType<typeof createParagraph>;

export function createParagraph(characters: readonly Drawable[]) {
  const text = characters.map((character) => character.text).join('');
  const starts: number[] = [];
  let length = 0;
  for (const character of characters) {
    starts.push(length);
    length += character.text.length;
  }
  const indexAt = new Map(starts.map((start, index) => [start, index]));
  const embedding = bidi.getEmbeddingLevels(text);

  /** The text of a run in the order in which it is read, with its brackets as they are drawn. */
  function join(run: Run, character: string): void {
    const mirrored = run.level % 2 === 1 ? bidi.getMirroredCharacter(character) : null;
    run.text = run.level % 2 === 1 ? (mirrored ?? character) + run.text : run.text + character;
  }

  /** The runs of a line from left to right. */
  function runsOf({ from, to }: Span): Run[] {
    const [first, end] = [starts[from] ?? 0, starts[to] ?? length];
    const runs: Run[] = [];
    const order = bidi.getReorderedIndices(text, embedding, first, end - 1);
    for (const unit of order.slice(first, end)) {
      const character = characters[indexAt.get(unit) ?? -1];
      if (!character) continue;
      const level = embedding.levels[unit] ?? 0;
      let last = runs.at(-1);
      if (last?.face.font !== character.face.font || last.level !== level) {
        last = { face: character.face, level, text: '' };
        runs.push(last);
      }
      join(last, character.text);
    }
    return runs;
  }

  return {
    text,

    /** its grapheme clusters */
    length: characters.length,

    /** 1 if it is read from right to left, otherwise 0 */
    direction: embedding.paragraphs[0]?.level ?? 0,

    words(): Word[] {
      const words: Word[] = [];
      const breaker = new LineBreaker(text);
      let from = 0;
      for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
        const end = next.position === length ? characters.length : indexAt.get(next.position);
        // Never inside a character.
        if (end === undefined) continue;
        const last = characters[end - 1];
        const space = last?.text === ' ' ? widthOfSpace(last.face) : 0;
        const to = space > 0 ? end - 1 : end;
        if (to - from < LONG_WORD) words.push({ from, to, space });
        else {
          for (let at = from; at < to; at += 1) {
            words.push({ from: at, to: at + 1, space: at === to - 1 ? space : 0 });
          }
        }
        from = end;
      }
      return words;
    },

    line(span: Span): Line {
      const outlines: { face: Face; glyph: Glyph; x: number; y: number }[] = [];
      const glyphs: number[] = [];
      const line = { width: 0, left: 0, right: 0, ascent: 0, descent: 0 };
      for (const { face, level, text: run } of runsOf(span)) {
        const direction = level % 2 === 1 ? 'rtl' : 'ltr';
        const set = face.font.layout(run, undefined, undefined, undefined, direction);
        glyphs.push(...set.glyphs.map(({ id }) => id));
        for (const [index, glyph] of set.glyphs.entries()) {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = set.positions[index] ?? {};
          const { bbox } = glyph.path;
          const [x, y] = [line.width + xOffset * face.scale, yOffset * face.scale];
          line.width += xAdvance * face.scale;
          if (!(bbox.minX <= bbox.maxX)) continue;
          line.left = Math.min(line.left, x + bbox.minX * face.scale);
          line.right = Math.max(line.right, x + bbox.maxX * face.scale);
          line.ascent = Math.max(line.ascent, y + bbox.maxY * face.scale);
          line.descent = Math.max(line.descent, -y - bbox.minY * face.scale);
          outlines.push({ face, glyph, x, y });
        }
      }
      return {
        ...line,
        glyphs,
        path: (x, baseline, size) =>
          outlines
            .map(({ face, glyph, ...at }) =>
              glyph.path
                .scale(face.scale * size, -face.scale * size)
                .translate(x + at.x * size, baseline - at.y * size)
                .toSVG(),
            )
            .join(''),
      };
    },
  };
}
