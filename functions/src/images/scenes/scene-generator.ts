import { TAGS } from '../../domain/index.ts';
import type { ImageGenerator, ImageRequest } from '../image-generator.ts';
import { INK, MOTIF, PAPER, SETTINGS, SIDE, type Palette } from './backdrops.ts';
import { MOTIFS } from './motifs.ts';
import { seededRandom } from './seeded-random.ts';
import { place } from './shapes.ts';

/** The colors of the classes that motifs use. */
function styleOf({ main, cut, accent }: Palette): string {
  const rules = Object.entries({ main, cut, accent, black: INK, white: PAPER }).map(
    ([name, color]) => `.${name}{fill:${color}}.${name}-line{stroke:${color}}`,
  );
  return `[class$="-line"]{fill:none;stroke-linecap:round;stroke-linejoin:round}${rules.join('')}`;
}

/** A scene as SVG: something that stands for one of the joke's tags, or else for any tag, in front of a backdrop. */
export function drawScene({ jokeText, tags, previous }: ImageRequest): string {
  const random = seededRandom(`${jokeText}\n${previous ?? ''}`);
  const [drawBackdrop, palette] = random.pick(SETTINGS);
  const backdrop = drawBackdrop(random, palette);
  const [first = random.pick(TAGS), ...others] = tags;
  const motif = random.pick(MOTIFS[random.pick([first, ...others])])(random);
  const mirrored = random.pick([1, -1]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <style>${styleOf(palette)}</style>
    ${backdrop}
    ${place(`<g transform="scale(${mirrored} 1)">${motif}</g>`, MOTIF.x, MOTIF.y, MOTIF.scale)}
  </svg>`;
}

/** Draws scenes for the emulators: flat shapes in the site's colors, without a word. The same request gives the same image. */
export const sceneGenerator: ImageGenerator = {
  async generate(request) {
    const { default: sharp } = await import('sharp');
    const scene = Buffer.from(drawScene(request));
    return sharp(scene).png().toBuffer();
  },
};
