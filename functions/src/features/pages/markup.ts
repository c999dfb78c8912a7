const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML or XML, in an element or in a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '');
}

/** A value as JSON that may stand in a script element: nothing in it can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** A text on one line, shortened at a word to at most `most` characters with an ellipsis. */
export function shorten(text: string, most: number): string {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  if (characters.length <= most) return characters.join('');
  const space = characters.lastIndexOf(' ', most - 1);
  return `${characters.slice(0, space > 0 ? space : most - 1).join('')}…`;
}
