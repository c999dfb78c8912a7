/** About the number of characters on a line, which is what a line break takes up. */
const LINE_LENGTH = 25;

export type TextLength = 'short' | 'medium' | 'long' | 'longest';

/** The length class of a text, which sets its font size: short facts are larger than long ones. */
export function lengthOf(text: string): TextLength {
  const length = text.length + LINE_LENGTH * (text.split('\n').length - 1);
  if (length <= 80) return 'short';
  if (length <= 140) return 'medium';
  return length <= 260 ? 'long' : 'longest';
}
