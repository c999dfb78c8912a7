import { countCharacters, isShortEnough, limits, normalizeJokeText } from 'functions/domain';

/** A text in a field and the caret's position in UTF-16 units. */
export interface TypedText {
  text: string;
  caret: number;
}

/**
 * The length that the counter shows, in user-perceived characters: that of the typed text, or of the
 * stored text if it is longer, because joined emoji are stored separately.
 */
export function draftLength(text: string): number {
  return Math.max(countCharacters(text), countCharacters(normalizeJokeText(text)));
}

function fits(text: string): boolean {
  return isShortEnough(text) && isShortEnough(normalizeJokeText(text));
}

/**
 * Caps a text at the maximum length of a joke, as a browser does: the text before the caret is
 * shortened, the text after it stays.
 */
export function capDraft({ text, caret }: TypedText): TypedText {
  if (fits(text)) return { text, caret };
  const after = text.slice(caret);
  // More UTF-16 units than that always exceed the limit in bytes.
  const before = Array.from(text.slice(0, Math.min(caret, limits.jokeMaxBytes)));
  const start = (length: number) => before.slice(0, length).join('');
  let fitting = 0;
  let tooLong = before.length + 1;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(start(middle) + after)) fitting = middle;
    else tooLong = middle;
  }
  return { text: start(fitting) + after, caret: start(fitting).length };
}
