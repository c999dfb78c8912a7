const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for an element or a quoted attribute of HTML or XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '');
}

/** JSON that is safe inside a script element: nothing in it can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Puts a text on one line and cuts it at a word, with an ellipsis, to at most `maximum` characters. */
export function shorten(text: string, maximum: number): string {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  if (characters.length <= maximum) return characters.join('');
  const space = characters.lastIndexOf(' ', maximum - 1);
  return `${characters.slice(0, space > 0 ? space : maximum - 1).join('')}…`;
}
