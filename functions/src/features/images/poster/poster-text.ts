/** Replaces straight quotation marks and apostrophes with typographic ones. */
function withTypographicQuotes(text: string): string {
  return text
    .replace(/(^|[\s([{“‘—–-])"/gu, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{“—–-])'/gu, '$1‘')
    .replaceAll("'", '’');
}

/**
 * The words of a joke that can be typeset.
 * @param isDrawable whether a font has this code point; others, such as emoji, are left out
 */
export function posterWords(
  jokeText: string,
  isDrawable: (codePoint: number) => boolean,
): string[] {
  return withTypographicQuotes(jokeText.normalize('NFC'))
    .split(/\s+/u)
    .map((word) =>
      Array.from(word)
        .filter((character) => isDrawable(character.codePointAt(0) ?? 0))
        .join(''),
    )
    .filter((word) => word !== '');
}
