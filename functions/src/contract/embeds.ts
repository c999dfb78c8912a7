/** The path of the page that shows a joke inside other sites. */
export function embedPath(jokeId: number): string {
  return `/embed/fact/${jokeId}`;
}

/** What the frame of an embed may do: open its link, in a page without the frame's limits. */
export const EMBED_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** The largest size that a consumer has room for, in CSS pixels. */
export interface EmbedLimits {
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

/** The size of an embed in CSS pixels. */
interface EmbedSize {
  width: number;
  height: number;
}

const WIDTH = 550;
/** From this width on, an embed's text is larger. */
const LARGE_FROM = 360;
/** What is beside and around the text, the height of a line, and the width of a letter in a wide font. */
const LARGE = { beside: 46, around: 118, line: 30, letter: 10.9 };
const SMALL = { beside: 30, around: 90, line: 24.2, letter: 8.9 };
/** From this code point on, letters are about twice as wide: Chinese, Japanese, Korean and emoji. */
const DOUBLE_FROM = 0x2e80;

function lengthOf(line: string): number {
  let length = 0;
  for (const letter of line) length += (letter.codePointAt(0) ?? 0) < DOUBLE_FROM ? 1 : 2;
  return length;
}

/** The size in which a text is probably shown without scrolling, up to these limits. */
export function embedSize(
  text: string,
  { maxwidth = WIDTH, maxheight = Infinity }: EmbedLimits = {},
): EmbedSize {
  const width = Math.min(WIDTH, maxwidth);
  const { beside, around, line, letter } = width < LARGE_FROM ? SMALL : LARGE;
  const column = Math.max(width - beside, letter);
  const lines = text
    .split('\n')
    .reduce((sum, each) => sum + Math.max(1, Math.ceil((lengthOf(each) * letter) / column)), 0);
  return { width, height: Math.min(Math.ceil(around + lines * line), maxheight) };
}

/**
 * The HTML that shows a joke on another site.
 * @param origin the site's origin, such as `https://facts.example`
 */
export function embedCode(origin: string, jokeId: number, { width, height }: EmbedSize): string {
  return (
    `<iframe src="${origin}${embedPath(jokeId)}" title="Fact no. ${jokeId}" width="${width}" height="${height}"` +
    ` style="border:0;max-width:100%" loading="lazy" sandbox="${EMBED_SANDBOX}"></iframe>`
  );
}
