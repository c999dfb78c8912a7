import { PRODUCT_NAME } from '../../../contract/index.ts';
import type { ImageGenerator, ImageRequest } from '../image-generator.ts';
import { night, rays, sunset } from './landscapes.ts';
import { posterWords } from './poster-text.ts';
import { broadside, paper, planks } from './prints.ts';
import { SIDE } from './scene.ts';
import { seededRandom } from './seeded-random.ts';
import { openTypefaces, type Typeface } from './typefaces.ts';
import { typeset } from './typeset.ts';

const MARK_SIZE = 34;
/** From this many characters on, the text face is easier to read than the slab. */
const LONG_TEXT = 170;

type Typefaces = Awaited<ReturnType<typeof openTypefaces>>;

function settingOf({ display, text }: Typefaces, words: readonly string[]) {
  return words.join(' ').length < LONG_TEXT
    ? ({ typeface: display, align: 'center', leading: 1.1, largest: 150 } as const)
    : ({ typeface: text, align: 'left', leading: 1.26, largest: 72 } as const);
}

function markPath(typeface: Typeface, middle: number, baseline: number): string {
  const width = typeface.width(PRODUCT_NAME) * MARK_SIZE;
  return typeface.path(PRODUCT_NAME, middle - width / 2, baseline, MARK_SIZE);
}

function posterOf({ jokeText, previous }: ImageRequest, typefaces: Typefaces): string {
  const random = seededRandom(`${jokeText}\n${previous ?? ''}`);
  const draw = random.pick([paper, night, sunset, broadside, rays, planks]);
  const { drawing, text, mark } = draw(random);
  const words = posterWords(jokeText, typefaces.display.has);
  const letters = typeset(words, text.box, settingOf(typefaces, words));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">`,
    drawing,
    `<path d="${letters}" fill="${text.color}"/>`,
    `<path d="${markPath(typefaces.display, mark.x, mark.baseline)}" fill="${mark.color}"/>`,
    '</svg>',
  ].join('');
}

/**
 * Posters for the emulators: the joke in set type on a drawn background. The same request always gives
 * the same poster. Fonts are loaded with the first poster, and are never deployed.
 */
export function createPosterGenerator(): ImageGenerator {
  let opened: Promise<Typefaces> | undefined;
  return {
    async generate(request) {
      const typefaces = await (opened ??= openTypefaces());
      const { default: sharp } = await import('sharp');
      return sharp(Buffer.from(posterOf(request, typefaces)))
        .png()
        .toBuffer();
    },
  };
}
