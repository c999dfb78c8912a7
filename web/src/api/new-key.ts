/**
 * A new idempotency key: a random UUID (RFC 9562, version 4). `crypto.randomUUID` is missing on pages without HTTPS,
 * such as those of a local stack that is opened by the computer's name.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
}
