import { PRODUCT_NAME } from '../../../contract/index.ts';
import type { TextStyle } from '../../../typesetting/text-layout.ts';
import type { ImageGenerator } from '../image-generator.ts';
import { drawScene, seededRandom, SHAPES, SIDE } from './scenes.ts';

const NAME_SIZE = 34;
const NAME_BOX_HEIGHT = 60;
/** From this many characters on, the text face is easier to read than the slab. */
const LONG_TEXT = 170;

const DISPLAY: TextStyle = { font: 'display', align: 'center', leading: 1.1, largest: 150 };
const TEXT: TextStyle = { font: 'text', align: 'start', leading: 1.26, largest: 72 };

/** A poster as SVG. The same text and seed always give the same one. */
async function drawPoster(jokeText: string, seed: string): Promise<string> {
  const { setText } = await import('../../../typesetting/text-layout.ts');
  const { drawing, box, color, name } = drawScene(seededRandom(seed));
  const style = jokeText.length < LONG_TEXT ? DISPLAY : TEXT;
  const middle = name.baseline - NAME_SIZE * 0.35;
  const nameBox = { x: 0, y: middle - NAME_BOX_HEIGHT / 2, width: SIDE, height: NAME_BOX_HEIGHT };
  const nameStyle = { ...DISPLAY, largest: NAME_SIZE };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    ${SHAPES}
    ${drawing}
    <path d="${await setText(jokeText, box, style)}" fill="${color}"/>
    <path d="${await setText(PRODUCT_NAME, nameBox, nameStyle)}" fill="${name.color}"/>
  </svg>`;
}

/**
 * Posters for the emulators: the joke in set type on a drawn background. The same request always gives
 * the same poster. What draws them is loaded with the first one.
 */
export function createPosterGenerator(): ImageGenerator {
  return {
    setsText: true,
    async generate({ jokeText, previous }) {
      const { default: sharp } = await import('sharp');
      const poster = await drawPoster(jokeText, `${jokeText}\n${previous ?? ''}`);
      return sharp(Buffer.from(poster)).png().toBuffer();
    },
  };
}
