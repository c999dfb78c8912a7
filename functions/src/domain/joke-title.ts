/** Search engines and feed readers show about this many characters of a title. */
const TITLE_LENGTH = 60;

/** Puts a text on one line and cuts it at a word, with an ellipsis, to at most `maximum` characters. */
export function shorten(text: string, maximum: number): string {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  if (characters.length <= maximum) return characters.join('');
  const space = characters.lastIndexOf(' ', maximum - 1);
  return `${characters.slice(0, space > 0 ? space : maximum - 1).join('')}…`;
}

/** What a joke is called in a list of pages or feed entries: its first words and its number. */
export function jokeTitle({
  joke_id: id,
  joke_text: text,
}: {
  joke_id: number;
  joke_text: string;
}): string {
  return `${shorten(text, TITLE_LENGTH).replace(/\.$/, '')} – Fact no. ${id}`;
}
