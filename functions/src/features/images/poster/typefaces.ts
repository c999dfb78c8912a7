import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';

/** A typeface made of font files; a character comes from the first one that has it. */
export interface Typeface {
  has: (codePoint: number) => boolean;
  /** in em */
  width: (text: string) => number;
  /** The outlines of a text as SVG path data; position and size are in pixels. */
  path: (text: string, x: number, baseline: number, size: number) => string;
}

const SLAB = ['latin', 'latin-ext'].map(
  (script) => `@fontsource/alfa-slab-one/files/alfa-slab-one-${script}-400-normal.woff2`,
);
const BITTER = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'].map(
  (script) => `@fontsource/bitter/files/bitter-${script}-700-normal.woff2`,
);

interface Run {
  font: Font;
  text: string;
}

function createTypeface(fonts: readonly Font[]): Typeface {
  const fontOf = (codePoint: number) => fonts.find((font) => font.hasGlyphForCodePoint(codePoint));

  function runsOf(text: string): Run[] {
    const runs: Run[] = [];
    for (const character of text) {
      const font = fontOf(character.codePointAt(0) ?? 0);
      const last = runs.at(-1);
      if (!font) continue;
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  }

  return {
    has: (codePoint) => fontOf(codePoint) !== undefined,

    width: (text) =>
      runsOf(text).reduce(
        (sum, { font, text: part }) => sum + font.layout(part).advanceWidth / font.unitsPerEm,
        0,
      ),

    path(text, x, baseline, size) {
      const outlines: string[] = [];
      let pen = x;
      for (const { font, text: part } of runsOf(text)) {
        const scale = size / font.unitsPerEm;
        const { glyphs, positions } = font.layout(part);
        for (const [index, glyph] of glyphs.entries()) {
          const at = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
          const left = pen + at.xOffset * scale;
          const base = baseline - at.yOffset * scale;
          outlines.push(glyph.path.scale(scale, -scale).translate(left, base).toSVG());
          pen += at.xAdvance * scale;
        }
      }
      return outlines.join('');
    },
  };
}

async function openFonts(files: readonly string[]): Promise<Font[]> {
  const { create } = await import('fontkit');
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    files.map(async (file) => {
      const font = create(await readFile(resolve(file)));
      if (!('layout' in font)) throw new Error(`${file} is not a single font`);
      return font;
    }),
  );
}

/** The typefaces of posters: a slab for short texts, a text face for long ones. */
export async function openTypefaces(): Promise<{ display: Typeface; text: Typeface }> {
  const [slab, bitter] = await Promise.all([openFonts(SLAB), openFonts(BITTER)]);
  return { display: createTypeface([...slab, ...bitter]), text: createTypeface(bitter) };
}
