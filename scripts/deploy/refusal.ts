/** Something that a deployment would refuse, or should; the message says what to do. */
export class Refusal extends Error {}

/** The message of whatever was thrown, with those that firebase-tools hangs below an error. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const children: unknown = 'children' in thrown ? thrown.children : [];
  const below = Array.isArray(children) ? children.map(messageOf) : [];
  return [thrown.message, ...below].join(' ');
}
