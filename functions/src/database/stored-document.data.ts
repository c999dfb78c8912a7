import { Timestamp, type DocumentSnapshot } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';

/** A value of the database with its Timestamps as Dates and its bytes as plain Uint8Arrays. */
function plain(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate();
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  }
  return value;
}

/** A stored document does not fit its schema; `cause` says why. */
export class MalformedDocument extends Error {
  constructor(path: string, cause: unknown) {
    super(`The document ${path} is not as it should be`, { cause });
    this.name = 'MalformedDocument';
  }
}

/**
 * A stored document parsed with its schema; undefined when it does not exist.
 * @throws MalformedDocument when it does not fit, naming the document
 */
export function parseSnapshot<Schema extends z.ZodMiniType>(
  schema: Schema,
  snapshot: DocumentSnapshot,
): z.output<Schema> | undefined {
  if (!snapshot.exists) return undefined;
  const parsed = schema.safeParse(plain(snapshot.data()));
  if (!parsed.success) {
    throw new MalformedDocument(snapshot.ref.path, parsed.error);
  }
  return parsed.data;
}
