/** What the policy of every response must match, and that of embeds, which other sites may frame. */
const POLICY = /^(?!.*'unsafe-)default-src 'none';.*frame-ancestors 'none'/;
const EMBED_POLICY =
  /^(?!.*('unsafe-|script-src))default-src 'none';.*form-action 'none'; frame-ancestors \*$/;

/** The other headers that every response must have, and the values they must match (S14). */
const SECURITY_HEADERS: [name: string, value: RegExp][] = [
  ['strict-transport-security', /^max-age=\d{8,}/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /./],
  ['cross-origin-opener-policy', /^same-origin-allow-popups$/],
];

/** The only pages that other sites may frame, as a pattern of firebase.json. */
export const FRAMED = '/embed/**';

/**
 * The names of the security headers that are missing or too weak, separated by commas; '' if none is.
 * @param path of the request
 */
export function wrongSecurityHeaders(headers: Headers, path = '/'): string {
  const policy = path.startsWith('/embed/') ? EMBED_POLICY : POLICY;
  const required = [['content-security-policy', policy] as const, ...SECURITY_HEADERS];
  const wrong = required.filter(([name, value]) => !value.test(headers.get(name) ?? ''));
  return wrong.map(([name]) => name).join(', ');
}
