import { PRODUCT_NAME } from '../../../contract/index.ts';
import type { ImageGenerator } from '../image-generator.ts';
import { drawScene, seededRandom, SHAPES, SIDE } from './scenes.ts';
import { setText, type TextStyle } from './text-layout.ts';
import { openTypefaces, type Typeface } from './typefaces.ts';

const NAME_SIZE = 34;
/** From this many characters on, the text face is easier to read than the slab. */
const LONG_TEXT = 170;

type Typefaces = Awaited<ReturnType<typeof openTypefaces>>;

/**
 * The text with its line breaks, with typographic quotation marks, and without characters that the
 * typeface lacks, such as emoji.
 */
export function posterText(jokeText: string, typeface: Pick<Typeface, 'has'>): string {
  const quoted = jokeText
    .normalize('NFC')
    .replace(/(^|[\s([{“‘—–-])"/gu, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{“—–-])'/gu, '$1‘')
    .replaceAll("'", '’')
    .replace(/[^\S\n]+/gu, ' ');
  const drawable = Array.from(quoted).filter(
    (character) => character === '\n' || typeface.has(character),
  );
  return drawable
    .join('')
    .replace(/ +(?=[ .,;:!?]|$)/gmu, '')
    .replace(/^ +/gmu, '')
    .trim();
}

function drawPoster(jokeText: string, seed: string, { display, text }: Typefaces): string {
  const { drawing, box, color, name } = drawScene(seededRandom(seed));
  const words = posterText(jokeText, display);
  const style: TextStyle =
    words.length < LONG_TEXT
      ? { typeface: display, align: 'center', leading: 1.1, largest: 150 }
      : { typeface: text, align: 'left', leading: 1.26, largest: 72 };
  const nameStart = (SIDE - display.width(PRODUCT_NAME) * NAME_SIZE) / 2;
  const namePath = display.path(PRODUCT_NAME, nameStart, name.baseline, NAME_SIZE);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    ${SHAPES}
    ${drawing}
    <path d="${setText(words, box, style)}" fill="${color}"/>
    <path d="${namePath}" fill="${name.color}"/>
  </svg>`;
}

/**
 * Posters for the emulators: the joke in set type on a drawn background. The same request always gives
 * the same poster. Fonts are loaded with the first poster, and are never deployed.
 */
export function createPosterGenerator(): ImageGenerator {
  let opened: Promise<Typefaces> | undefined;
  return {
    async generate({ jokeText, previous }) {
      const typefaces = await (opened ??= openTypefaces());
      const { default: sharp } = await import('sharp');
      const seed = `${jokeText}\n${previous ?? ''}`;
      return sharp(Buffer.from(drawPoster(jokeText, seed, typefaces)))
        .png()
        .toBuffer();
    },
  };
}
