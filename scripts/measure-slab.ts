import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';

/** What a broadside may show: without brackets, which would reach into the lines above and below. */
const CHARACTERS = Array.from(` !"#$%&'*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ©–—‘’“”…`);

/**
 * Measures the display face.
 * @param file a font file in any format
 * @returns how wide its capitals, digits and punctuation are in thousandths of an em, and by how much two that follow
 *   each other are closer
 */
export async function measureSlab(file: Uint8Array) {
  const options = { targetFormat: 'truetype', keepFeatures: ['kern'], noHinting: true } as const;
  const face = new Face(new Blob(await subsetFont(file, CHARACTERS.join(''), options)));
  const font = new Font(face);
  const widthOf = (text: string) => {
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const glyphs = buffer.getGlyphPositions();
    return (glyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * 1_000) / face.upem;
  };
  const advances = new Map(CHARACTERS.map((each) => [each, widthOf(each)]));
  const kerning = CHARACTERS.flatMap((left) =>
    CHARACTERS.map((right) => {
      const apart = (advances.get(left) ?? 0) + (advances.get(right) ?? 0);
      return [left + right, widthOf(left + right) - apart] as const;
    }),
  );
  return {
    advances: Object.fromEntries(advances),
    kerning: Object.fromEntries(kerning.filter(([, closer]) => closer !== 0)),
  };
}
