/**
 * A text as search compares it: without accents (Unicode NFD without marks) and case, outer blanks gone.
 * Substrings of folded texts are what "case- and accent-insensitive" means here.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim();
}
