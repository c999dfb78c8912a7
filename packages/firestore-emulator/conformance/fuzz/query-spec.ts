import {
  FieldPath,
  Filter,
  type DocumentSnapshot,
  type Firestore,
  type OrderByDirection,
  type Query,
  type WhereFilterOp,
} from 'firebase-admin/firestore';

/** The pseudo field that stands for a document's name. */
export const nameField = '__name__';

/** A condition on one field, or several conditions joined. */
export type FilterSpec =
  | { kind: 'field'; field: string; op: WhereFilterOp; value: unknown }
  | { kind: 'and' | 'or'; parts: readonly FilterSpec[] };

/** One explicit order. */
export interface OrderSpec {
  readonly field: string;
  readonly direction: OrderByDirection;
}

/** One end of a page: at the values of some orders, or at a document by its path. */
export interface CursorSpec {
  readonly at: { values: readonly unknown[] } | { path: string };
  readonly inclusive: boolean;
}

/** A query as data, to be run by the SDK and by the reference. */
export interface QuerySpec {
  readonly collection: string;
  readonly group: boolean;
  readonly filter?: FilterSpec;
  readonly orders: readonly OrderSpec[];
  readonly start?: CursorSpec;
  readonly end?: CursorSpec;
  readonly offset: number;
  readonly limit?: number;
  readonly last: boolean;
}

function fieldPath(field: string): string | FieldPath {
  return field === nameField ? FieldPath.documentId() : field;
}

function toFilter(spec: FilterSpec): Filter {
  if (spec.kind === 'field') return Filter.where(fieldPath(spec.field), spec.op, spec.value);
  const parts = spec.parts.map(toFilter);
  return spec.kind === 'and' ? Filter.and(...parts) : Filter.or(...parts);
}

/** The same query for the Admin SDK. @param snapshots the documents by path, for cursors. */
export function toQuery(
  db: Firestore,
  spec: QuerySpec,
  snapshots: ReadonlyMap<string, DocumentSnapshot>,
): Query {
  const values = ({ at }: CursorSpec): unknown[] =>
    'values' in at ? [...at.values] : [snapshots.get(at.path)];
  let query: Query = spec.group
    ? db.collectionGroup(spec.collection)
    : db.collection(spec.collection);
  if (spec.filter) query = query.where(toFilter(spec.filter));
  for (const { field, direction } of spec.orders)
    query = query.orderBy(fieldPath(field), direction);
  if (spec.start) {
    const at = values(spec.start);
    query = spec.start.inclusive ? query.startAt(...at) : query.startAfter(...at);
  }
  if (spec.end) {
    const at = values(spec.end);
    query = spec.end.inclusive ? query.endAt(...at) : query.endBefore(...at);
  }
  if (spec.offset > 0) query = query.offset(spec.offset);
  if (spec.limit === undefined) return query;
  return spec.last ? query.limitToLast(spec.limit) : query.limit(spec.limit);
}
