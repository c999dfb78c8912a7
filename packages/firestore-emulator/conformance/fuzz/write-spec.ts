import { FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore';

/** What happens to one field. */
export type Change =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'delete' }
  | { readonly kind: 'increment'; readonly by: number }
  | { readonly kind: 'union' | 'remove'; readonly elements: readonly unknown[] };

/** One write as data; changes by dotted field path. */
export interface WriteSpec {
  readonly kind: 'set' | 'merge' | 'create' | 'update' | 'delete';
  readonly path: string;
  readonly changes: ReadonlyMap<string, Change>;
}

function toFieldValue(change: Change): unknown {
  switch (change.kind) {
    case 'value':
      return change.value;
    case 'delete':
      return FieldValue.delete();
    case 'increment':
      return FieldValue.increment(change.by);
    case 'union':
      return FieldValue.arrayUnion(...change.elements);
    case 'remove':
      return FieldValue.arrayRemove(...change.elements);
  }
}

function nested(changes: ReadonlyMap<string, Change>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  const inner: Record<string, unknown> = {};
  for (const [field, change] of changes) {
    const [first = field, second] = field.split('.');
    if (second === undefined) root[first] = toFieldValue(change);
    else {
      inner[second] = toFieldValue(change);
      root[first] = inner;
    }
  }
  return root;
}

/** Adds the write to a batch of the Admin SDK. */
export function addTo(batch: WriteBatch, db: Firestore, { kind, path, changes }: WriteSpec): void {
  const document = db.doc(path);
  switch (kind) {
    case 'set':
      batch.set(document, nested(changes));
      break;
    case 'merge':
      batch.set(document, nested(changes), { merge: true });
      break;
    case 'create':
      batch.create(document, nested(changes));
      break;
    case 'update':
      batch.update(
        document,
        Object.fromEntries([...changes].map(([field, change]) => [field, toFieldValue(change)])),
      );
      break;
    case 'delete':
      batch.delete(document);
  }
}
