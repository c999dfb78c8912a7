/** A problem that must prevent the deployment; the message says what to do. */
export class Refusal extends Error {}

/** The message of a thrown value, followed by those of the `children` that firebase-tools adds to errors. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const children: unknown = 'children' in thrown ? thrown.children : [];
  const below = Array.isArray(children) ? children.map(messageOf) : [];
  return [thrown.message, ...below].join(' ');
}
