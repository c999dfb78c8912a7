import { charactersOf, countCharacters, isShortEnough, limits } from 'functions/domain';

/** A text in a field and the caret's position in UTF-16 units. */
export interface TypedText {
  text: string;
  caret: number;
}

/**
 * Caps a text at the maximum length of a joke, as a browser does: the text before the caret is
 * shortened, the text after it stays.
 */
export function capDraft({ text, caret }: TypedText): TypedText {
  if (isShortEnough(text)) return { text, caret };
  const after = text.slice(caret);
  // More UTF-16 units than that always exceed the limit in bytes.
  const before = charactersOf(text.slice(0, Math.min(caret, limits.jokeMaxBytes)));
  before.length = Math.min(
    before.length,
    Math.max(0, limits.jokeMaxCharacters - countCharacters(after)),
  );
  while (before.length > 0 && !isShortEnough(before.join('') + after)) before.pop();
  return { text: before.join('') + after, caret: before.join('').length };
}
