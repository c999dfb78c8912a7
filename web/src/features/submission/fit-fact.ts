import { countCharacters, isShortEnough, limits, normalizeJokeText } from 'functions/contract';

/** A text in a field, and where its caret stands, in UTF-16 units. */
export interface TypedText {
  text: string;
  caret: number;
}

/**
 * How long a text is as the counter shows it, in characters as people count them: as typed, or as it
 * would be stored where that is longer, as joined emoji are stored one by one.
 */
export function typedLength(text: string): number {
  return Math.max(countCharacters(text), countCharacters(normalizeJokeText(text)));
}

function fits(text: string): boolean {
  return isShortEnough(text) && isShortEnough(normalizeJokeText(text));
}

/**
 * Caps a text at the longest that a fact may be, as a browser does: what was inserted before the
 * caret is shortened, what stood behind it stays.
 */
export function fitFact({ text, caret }: TypedText): TypedText {
  if (fits(text)) return { text, caret };
  const after = text.slice(caret);
  // Whatever is longer in UTF-16 has more bytes than a fact may have.
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
