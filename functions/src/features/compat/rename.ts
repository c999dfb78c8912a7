/** A name to put in place of his; a part that is missing stays his. */
export interface NewName {
  first?: string | undefined;
  last?: string | undefined;
}

/**
 * His first names, which others have too: all but the first are his only where one stands before `Norris`
 * in the same text.
 */
const FIRST = 'chuck|charles|carlos(?: ray)?';

/**
 * The forms of his name in a text: the first name; its initial beside the last one; the last name, also in
 * the plural, as a verb, or in a possessive without an s, with its apostrophe.
 */
const FORMS = new RegExp(
  [
    String.raw`(?<!\p{L})(?:${FIRST})(?=norris|\P{L}|$)`,
    String.raw`(?<!\p{L})c\.(?= ?norris)|(?<=norris, )c\.`,
    String.raw`(?<=(?<!\p{L})(?:chuck)?)norris(?:es|ed)?(?!\p{L})(?:['’](?=\s+\p{L}))?`,
  ].join('|'),
  'giu',
);
const BEFORE_LAST = new RegExp(`(?:${FIRST})(?=[ -]?norris)`, 'gi');
const LAST = /^norris(es|ed)?(['’])?$/i;

/** Writes a name in capitals or in small letters if what it replaces is. */
function inCaseOf(replaced: string, name: string): string {
  if (replaced === replaced.toUpperCase()) return name.toUpperCase();
  return replaced === replaced.toLowerCase() ? name.toLowerCase() : name;
}

function inflected(name: string, ending: string): string {
  if (ending === '') return name;
  if (ending === 'ed') return name + (/e$/i.test(name) ? 'd' : 'ed');
  return name + (/(?:[sxz]|[cs]h)$/i.test(name) ? 'es' : 's');
}

/** Replaces his name, in every form that it takes in a text, with another one. */
export function rename(text: string, { first, last }: NewName): string {
  const hisNames = new Set(['Chuck', 'CHUCK', ...(text.match(BEFORE_LAST) ?? [])]);
  return text.replace(FORMS, (form: string, offset: number) => {
    const [isLast, ending = '', apostrophe = ''] = LAST.exec(form) ?? [];
    if (isLast !== undefined) {
      if (last === undefined) return form;
      const name = inCaseOf(form, inflected(last, ending.toLowerCase()));
      // After an opening quotation mark, the apostrophe may be the closing one.
      const isQuoted = /(?:^|[\s(])['‘]/.test(text.slice(0, offset));
      return name + apostrophe + (apostrophe === '' || isQuoted ? '' : 's');
    }
    if (first === undefined) return form;
    if (form.endsWith('.')) return `${/\p{L}\p{M}*/u.exec(first)?.[0].toUpperCase() ?? ''}.`;
    return hisNames.has(form) ? inCaseOf(form, first) : form;
  });
}
