/** Quotation marks and apostrophes as a printer sets them. */
function withPrintersQuotes(text: string): string {
  return text
    .replace(/(^|[\s([{“‘—–-])"/gu, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{“—–-])'/gu, '$1‘')
    .replaceAll("'", '’');
}

/**
 * The words of a joke that can be set.
 * @param isDrawable whether a font has this code point; what none has, such as an emoji, is left out
 */
export function posterWords(
  jokeText: string,
  isDrawable: (codePoint: number) => boolean,
): string[] {
  return withPrintersQuotes(jokeText.normalize('NFC'))
    .split(/\s+/u)
    .map((word) =>
      Array.from(word)
        .filter((character) => isDrawable(character.codePointAt(0) ?? 0))
        .join(''),
    )
    .filter((word) => word !== '');
}
