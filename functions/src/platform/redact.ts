/** Collections whose ids identify a person, a browser or a network. */
const PERSONAL = ['admins', 'changes', 'ratings', 'reports', 'sessions'];

const DOCUMENT = new RegExp(`\\b(${PERSONAL.join('|')})/[^\\s"'\`,;)]+`, 'g');
const ADDRESS = /[^\s"'<>()@/]+@[^\s"'<>()@/]+\.[a-z]{2,}/gi;
/** Tokens, keys, hashes and account ids: long, with letters and digits. */
const OPAQUE = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}/g;

/** Shorter values would match ordinary words. */
const SHORTEST_SECRET = 3;
const LONGEST = 1_000;

/**
 * The text of an error without personal data: ids in collections of people, e-mail addresses, anything
 * that looks like a token, and the given secrets.
 * @param secrets such as what a client sent
 * @returns at most 1,000 characters
 */
export function redact(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  let redacted = text;
  for (const secret of longestFirst) redacted = redacted.replaceAll(secret, '…');
  return redacted
    .replace(DOCUMENT, '$1/…')
    .replace(ADDRESS, '…')
    .replace(OPAQUE, '…')
    .slice(0, LONGEST);
}
