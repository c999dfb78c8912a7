/** Search engines and feed readers show about this many characters of a title. */
const TITLE_LENGTH = 60;
/** A beginning of fewer characters says too little. */
const SHORTEST_BEGINNING = 16;

/** The end of a sentence that another one follows, not the period of an initial or a form of address. */
export const SENTENCE_END =
  /(?<!(?<!-)\b[A-Z]|\b(?:Dr|Mr|Mrs|Ms|St|no))(?:\.|(?<mark>[!?]+))(?<quote>["”]?) /g;
/** Between two clauses: punctuation, or a space before a conjunction. */
const CLAUSE_END =
  /(?<! (?:and|but|or))[,;:](?<quote>["”]?) | [–—] | (?=(?:and|because|before|but|if|or|since|so|that|unless|until|when|where|which|while|who) )/g;

const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Whether it is as long as a title's beginning may be, and no quotation is open. */
function isBeginning(text: string): boolean {
  const { length } = Array.from(text);
  const [opened, closed] = [text.split('“').length, text.split('”').length];
  return length >= SHORTEST_BEGINNING && length <= TITLE_LENGTH && opened === closed;
}

/**
 * Cuts a text at a match of `end` and adds an ellipsis. Returns the longest result that fits a title, or undefined
 * if none does.
 */
function beginning(text: string, end: RegExp): string | undefined {
  return [...text.matchAll(end)]
    .map(
      ({ index, groups }) =>
        `${text.slice(0, index)}${groups?.['mark'] ?? ''}…${groups?.['quote'] ?? ''}`,
    )
    .filter(isBeginning)
    .at(-1);
}

/**
 * What a joke is called in a list of pages or feed entries. A text that fits is whole. Otherwise it ends before
 * the punch line: after a sentence that isn't the last one, or else after a clause. If none fits, there is only the number.
 */
export function jokeTitle(joke: { joke_id: number; joke_text: string }): string {
  const number = `Fact no. ${joke.joke_id}`;
  const text = onOneLine(joke.joke_text).replace(/\.$/, '');
  const isWhole = Array.from(text).length <= TITLE_LENGTH;
  const shown = isWhole ? text : (beginning(text, SENTENCE_END) ?? beginning(text, CLAUSE_END));
  return shown === undefined ? number : `${shown} – ${number}`;
}
