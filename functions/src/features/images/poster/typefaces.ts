import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';

const SLAB = ['latin', 'latin-ext'].map(
  (script) => `@fontsource/alfa-slab-one/files/alfa-slab-one-${script}-400-normal.woff2`,
);
const BITTER = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'].map(
  (script) => `@fontsource/bitter/files/bitter-${script}-700-normal.woff2`,
);

export type Typeface = ReturnType<typeof createTypeface>;

/** A typeface made of font files; a character comes from the first one that has it. */
function createTypeface(fonts: readonly Font[]) {
  const fontOf = (character: string) =>
    fonts.find((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

  /** The text in runs of one font; characters that none of the fonts has are left out. */
  function layout(text: string) {
    const runs: { font: Font; text: string }[] = [];
    for (const character of text) {
      const font = fontOf(character);
      const last = runs.at(-1);
      if (font && last?.font === font) last.text += character;
      else if (font) runs.push({ font, text: character });
    }
    return runs.map((run) => ({ em: run.font.unitsPerEm, set: run.font.layout(run.text) }));
  }

  return {
    /** Whether a font has this character. */
    has: (character: string) => fontOf(character) !== undefined,

    /** in em */
    width: (text: string) =>
      layout(text).reduce((sum, { em, set }) => sum + set.advanceWidth / em, 0),

    /** The outlines of a text as SVG path data; position and size are in pixels. */
    path(text: string, x: number, baseline: number, size: number): string {
      let outlines = '';
      let pen = x;
      for (const { em, set } of layout(text)) {
        const scale = size / em;
        for (const [index, glyph] of set.glyphs.entries()) {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = set.positions[index] ?? {};
          const outline = glyph.path.scale(scale, -scale);
          outlines += outline.translate(pen + xOffset * scale, baseline - yOffset * scale).toSVG();
          pen += xAdvance * scale;
        }
      }
      return outlines;
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
