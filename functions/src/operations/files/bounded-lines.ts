/** The most UTF-16 units of a line, or of a record of several lines; longer ones are not read. */
export const LONGEST_RECORD = 65_536;

/** A record of a file as text, or the problem with it; `line` counts from 1. */
export type TextRecord = { line: number; text: string } | { line: number; problem: string };

/**
 * The lines of a text that comes in pieces, without line ends and blank lines. Only LF and CRLF end a
 * line; node:readline would also break at U+2028, which may occur within JSON.
 * @param longest the most UTF-16 units of a line
 */
export async function* boundedLines(
  pieces: AsyncIterable<string>,
  longest: number = LONGEST_RECORD,
): AsyncGenerator<TextRecord> {
  let line = 1;
  let text = '';
  let tooLong = false;

  function* record(): Generator<TextRecord> {
    if (tooLong) yield { line, problem: `longer than ${longest} characters` };
    else if (text.trim() !== '') yield { line, text: text.replace(/\r$/, '') };
    line += 1;
    text = '';
    tooLong = false;
  }

  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    for (const [index, part] of [first, ...others].entries()) {
      if (index > 0) yield* record();
      tooLong ||= text.length + part.length > longest;
      text = tooLong ? '' : text + part;
    }
  }
  yield* record();
}
