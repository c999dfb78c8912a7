/** The headers that every response must have, and the values they must match (S14). */
const SECURITY_HEADERS: [name: string, value: RegExp][] = [
  ['content-security-policy', /^(?!.*'unsafe-)default-src 'none';.*frame-ancestors 'none'/],
  ['strict-transport-security', /^max-age=\d{8,}/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /./],
  ['cross-origin-opener-policy', /^same-origin-allow-popups$/],
];

/** The names of the security headers that are missing or too weak, separated by commas; '' if none is. */
export function wrongSecurityHeaders(headers: Headers): string {
  const wrong = SECURITY_HEADERS.filter(([name, value]) => !value.test(headers.get(name) ?? ''));
  return wrong.map(([name]) => name).join(', ');
}
