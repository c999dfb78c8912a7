/** An unsigned Firebase ID token of Jane Roe; `differences` override its claims. */
export function exampleIdToken(differences: Record<string, unknown> = {}): string {
  const claims = {
    name: 'Jane Roe',
    email: 'jane@example.com',
    picture: 'https://lh3.googleusercontent.com/a/jane',
    exp: 4_000_000_000,
    ...differences,
  };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `eyJhbGciOiJub25lIn0.${payload}.`;
}
