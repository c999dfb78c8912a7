import { findFace, type Drawable, type FontStyle } from './fonts.ts';
import { createParagraph, type Paragraph } from './paragraph.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** What stands directly after a word. */
const CLOSING = /^[.,;:!?…”’)\]}]/u;

/** Typographic quotation marks, in a text in which they are read from left to right. */
function withQuotes(text: string): string {
  if (RIGHT_TO_LEFT.test(text)) return text;
  return text
    .replace(/(^|[\s([{“‘—–-])"/gu, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{“—–-])'/gu, '$1‘')
    .replaceAll("'", '’');
}

const LETTER_OR_NUMBER = /[\p{Letter}\p{Number}]/u;

/**
 * The characters that a font has, with one space for a run of spaces, and none at either end.
 * @returns null if no font has a letter or a number of it
 */
async function drawableLine(line: string, style: FontStyle): Promise<Drawable[] | null> {
  const kept: Drawable[] = [];
  let dropped = false;
  for (const { segment } of segmenter.segment(line.replace(/\s+/gu, ' ').trim())) {
    const found = await findFace(segment, style);
    const afterSpace = kept.length === 0 || kept.at(-1)?.text === ' ';
    if (!found && LETTER_OR_NUMBER.test(segment)) return null;
    if (!found) dropped = true;
    if (!found || (segment === ' ' && afterSpace)) continue;
    if (dropped && afterSpace && CLOSING.test(segment)) kept.pop();
    if (segment !== ' ') dropped = false;
    kept.push(found);
  }
  if (kept.at(-1)?.text === ' ') kept.pop();
  return kept;
}

/**
 * The lines of a text for drawing, without the symbols that no font has and without lines of which
 * nothing is left. Opens the fonts that the text needs.
 * @returns none if no font has one of its letters or numbers, because a text without them says something
 *   else, or if nothing is left
 */
export async function prepareText(text: string, style: FontStyle): Promise<Paragraph[]> {
  const lines: Drawable[][] = [];
  for (const line of withQuotes(text.normalize('NFC')).trim().split('\n')) {
    const drawable = await drawableLine(line, style);
    if (drawable === null) return [];
    if (drawable.length > 0 || line.trim() === '') lines.push(drawable);
  }
  while (lines[0]?.length === 0) lines.shift();
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines.map(createParagraph);
}
