/** The alternatives for one part of a sentence. */
type Slot = readonly string[];

/** A kind of sentence: one alternative per slot, joined without spaces. */
export type Template = readonly Slot[];

/** The number of texts that a template can make. */
export function templateSize(template: Template): number {
  return template.reduce((size, slot) => size * slot.length, 1);
}

/**
 * Makes the text with a given number, whose digits in the mixed radix of the slots' lengths choose the
 * alternatives.
 *
 * @param number from 0 up to but excluding `templateSize(template)`
 */
export function renderTemplate(template: Template, number: number): string {
  let rest = number;
  let text = '';
  for (const slot of template) {
    text += slot[rest % slot.length] ?? '';
    rest = Math.floor(rest / slot.length);
  }
  return text;
}
