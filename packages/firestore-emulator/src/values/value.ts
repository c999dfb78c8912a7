import { isDeepStrictEqual } from 'node:util';

/** The content of a map value or of a whole document. */
export type Fields = ReadonlyMap<string, Value>;

/** A Firestore value. As on the wire, a vector is a map, which vectorElements recognizes. */
export type Value =
  | { readonly type: 'null' }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'integer'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  /** Nanoseconds since 1970-01-01T00:00:00Z; in documents, whole microseconds. */
  | { readonly type: 'timestamp'; readonly value: bigint }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Buffer }
  /** The full resource name of a document. */
  | { readonly type: 'reference'; readonly value: string }
  | { readonly type: 'geopoint'; readonly latitude: number; readonly longitude: number }
  | { readonly type: 'array'; readonly values: readonly Value[] }
  | { readonly type: 'map'; readonly fields: Fields };

/** An integer or a double. */
export type NumberValue = Extract<Value, { type: 'integer' | 'double' }>;

/** A system time in microseconds since the epoch: a safe integer until the year 2255. */
export type Micros = number;

/** One version of a stored document. It is never changed in place. */
export interface Document {
  /** projects/P/databases/D/documents/… */
  readonly name: string;
  readonly fields: Fields;
  readonly createTime: Micros;
  readonly updateTime: Micros;
}

/** The null value. */
export const NULL: Value = { type: 'null' };

/** @returns whether the value is an integer or a double */
export function isNumber(value: Value | undefined): value is NumberValue {
  return value?.type === 'integer' || value?.type === 'double';
}

/** @returns whether the value is the double NaN */
export function isNaNValue(value: Value): boolean {
  return value.type === 'double' && Number.isNaN(value.value);
}

/** @returns whether a comparison can match the value; only IS_NULL and IS_NAN match null and NaN */
export function isComparable(value: Value): boolean {
  return value.type !== 'null' && !isNaNValue(value);
}

/** @returns the elements of a vector (a map marked `__type__: "__vector__"`), null for anything else */
export function vectorElements(value: Value): readonly Value[] | null {
  if (value.type !== 'map' || value.fields.size !== 2) return null;
  const mark = value.fields.get('__type__');
  const elements = value.fields.get('value');
  if (mark?.type !== 'string' || mark.value !== '__vector__') return null;
  return elements?.type === 'array' ? elements.values : null;
}

/** @returns whether two values, or two documents' contents, are the same in type and content: 1 and 1.0, or 0 and -0, are not */
export const identical: (a: Value | Fields, b: Value | Fields) => boolean = isDeepStrictEqual;
