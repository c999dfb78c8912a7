/**
 * The families of cards by their files. Bitter's is that of its lightest weight, whichever was taken; the comma ends the
 * name, or Pango would read a weight.
 */
export const FACES = { slab: 'Alfa Slab One', text: 'Bitter Thin,' } as const;

/** The parts of a face: `npm run fonts` writes them beside this file, such as `slab-latin.ttf`. */
export const FACE_PARTS = ['latin', 'latin-ext', 'vietnamese'] as const;

/** A character that one part of each has: Latin letters, digits, punctuation. */
export const IN_FACE = /[ -~\u00a0-\u00ac\u00ae-\u017eȘ-țƠơƯưẞẠ-ỹ₫–—‘’‚“”„•…′″‹›€™−]/u;

/** A part of an emoji, with the spaces before it. */
const EMOJI = new RegExp(
  ` *(?!${IN_FACE.source})[\\p{Extended_Pictographic}\\p{Emoji_Component}]`,
  'gu',
);

/** A longer word may be broken anywhere: the text would become too small. */
const LONG_WORD = /\S{30,}/gu;
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * A joke's text as its card shows it, without emoji.
 * @returns undefined if the face lacks another character, because the rest would say something else, or if
 *   nothing is left
 */
export function cardText(jokeText: string): string | undefined {
  const text = jokeText
    .normalize('NFC')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(EMOJI, '')
    .replace(/ *\n */g, '\n')
    .trim();
  const isDrawable = Array.from(text).every((each) => each === '\n' || IN_FACE.test(each));
  if (text === '' || !isDrawable) return undefined;
  return text.replace(LONG_WORD, (word) => Array.from(word).join(ZERO_WIDTH_SPACE));
}
