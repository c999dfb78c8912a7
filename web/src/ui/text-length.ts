/** A line break takes up about as much space as a line of this many characters. */
const LINE_LENGTH = 25;

export type TextLength = 'short' | 'medium' | 'long';

/** The length class of a text that stands alone, which sets its font size: short facts are larger than long ones. */
export function lengthOf(text: string): TextLength {
  const length = text.length + LINE_LENGTH * (text.split('\n').length - 1);
  if (length <= 110) return 'short';
  return length <= 200 ? 'medium' : 'long';
}
