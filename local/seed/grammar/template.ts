/** Wordings that can stand in one place of a sentence. */
type Slot = readonly string[];

/** A kind of sentence: one wording of every slot, joined as they are. */
export type Template = readonly Slot[];

/** How many texts a template can make. */
export function templateSize(template: Template): number {
  return template.reduce((size, slot) => size * slot.length, 1);
}

/**
 * The text with this number: its digits, in the mixed radix of the slots' lengths, choose the
 * wordings.
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
