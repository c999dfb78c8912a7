/**
 * A username as it is stored and compared: trimmed and in NFC, otherwise exactly as typed.
 * @returns empty when nothing but white space was typed
 */
export function normalizeUsername(typed: string): string {
  return typed.toWellFormed().normalize('NFC').trim();
}
