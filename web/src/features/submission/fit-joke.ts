import { countCharacters, isShortEnough, limits, normalizeJokeText } from 'functions/contract';

/** A text in a field and the caret's position in UTF-16 units. */
export interface TypedText {
  text: string;
  caret: number;
}

/**
 * The length that the counter shows, in user-perceived characters: that of the typed text, or of the
 * stored text if it is longer, because joined emoji are stored separately.
 */
export function typedLength(text: string): number {
  return Math.max(countCharacters(text), countCharacters(normalizeJokeText(text)));
}

function fits(text: string): boolean {
  return isShortEnough(text) && isShortEnough(normalizeJokeText(text));
}

/**
 * Caps a text at the maximum length of a joke, as a browser does: the text before the caret is
 * shortened, the text after it stays.
 */
export function fitJoke({ text, caret }: TypedText): TypedText {
  if (fits(text)) return { text, caret };
  const after = text.slice(caret);
  // More UTF-16 units than that always exceed the limit in bytes.
  const before = Array.from(text.slice(0, Math.min(caret, limits.jokeMaxBytes)));
  const start = (length: number) => before.slice(0, length).join('');
  let kept = 0;
  let dropped = before.length + 1;
  while (dropped - kept > 1) {
    const middle = Math.floor((kept + dropped) / 2);
    if (fits(start(middle) + after)) kept = middle;
    else dropped = middle;
  }
  return { text: start(kept) + after, caret: start(kept).length };
}
