import { embedPath } from 'functions/contract';

/** What the frame of an embed may do: open its link, in a page without the frame's limits. */
export const EMBED_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** The size of an embed in CSS pixels. */
interface EmbedSize {
  width: number;
  height: number;
}

const WIDTH = 550;
/** What is beside and around the text, the height of a line, and the width of a letter in a wide font. */
const BESIDE = 46;
const AROUND = 118;
const LINE = 30;
const LETTER = 10.9;
/** From this code point on, letters are about twice as wide: Chinese, Japanese, Korean and emoji. */
const DOUBLE_FROM = 0x2e80;

function lengthOf(line: string): number {
  let length = 0;
  for (const letter of line) length += (letter.codePointAt(0) ?? 0) < DOUBLE_FROM ? 1 : 2;
  return length;
}

/** The size in which a text is probably shown without scrolling. */
export function embedSize(text: string): EmbedSize {
  const lines = text
    .split('\n')
    .map((line) => Math.max(1, Math.ceil((lengthOf(line) * LETTER) / (WIDTH - BESIDE))))
    .reduce((sum, each) => sum + each);
  return { width: WIDTH, height: Math.ceil(AROUND + lines * LINE) };
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
