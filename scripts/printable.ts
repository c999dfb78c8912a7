/** A text from elsewhere that is safe to print: control characters could change the terminal. Lines stay. */
export function printable(text: string): string {
  return text.replaceAll(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
}
