import { DocumentReference, FieldValue, GeoPoint, Timestamp } from 'firebase-admin/firestore';

const VectorValue = FieldValue.vector([0]).constructor;

const types = [
  'null',
  'boolean',
  'number',
  'timestamp',
  'string',
  'bytes',
  'reference',
  'geopoint',
  'array',
  'vector',
  'map',
] as const;

/** The type of a value, as Firestore groups them for ordering. */
export function typeOf(value: unknown): (typeof types)[number] {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'string') return 'string';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof DocumentReference) return 'reference';
  if (value instanceof GeoPoint) return 'geopoint';
  if (Array.isArray(value)) return 'array';
  if (value instanceof VectorValue) return 'vector';
  return 'map';
}

function scalar<T extends number | bigint | boolean>(left: T, right: T): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function inTurn<T>(left: readonly T[], right: readonly T[], by: (a: T, b: T) => number): number {
  for (const [nth, each] of left.entries()) {
    const other = right[nth];
    if (other === undefined) return 1;
    const result = by(each, other);
    if (result !== 0) return result;
  }
  return left.length - right.length;
}

function numbers(left: number | bigint, right: number | bigint): number {
  if (Number.isNaN(left) || Number.isNaN(right)) {
    return Number(Number.isNaN(right)) - Number(Number.isNaN(left));
  }
  return scalar<number | bigint>(left, right);
}

function strings(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Compares two slash-separated names segment by segment. */
export function comparePaths(left: string, right: string): number {
  return inTurn(left.split('/'), right.split('/'), strings);
}

function maps(left: object, right: object): number {
  const entries = (map: object): [string, unknown][] =>
    Object.entries(map).sort(([a], [b]) => strings(a, b));
  return inTurn(
    entries(left),
    entries(right),
    ([keyA, a], [keyB, b]) => strings(keyA, keyB) || compareValues(a, b),
  );
}

function vectorOf(value: unknown): number[] {
  return value instanceof VectorValue && 'toArray' in value && typeof value.toArray === 'function'
    ? value.toArray()
    : [];
}

function vectors(left: readonly number[], right: readonly number[]): number {
  return left.length - right.length || inTurn(left, right, numbers);
}

/**
 * Compares two values as Firestore sorts them.
 *
 * @returns below 0, 0 or above 0; 0 exactly where Firestore treats them as equal.
 */
export function compareValues(left: unknown, right: unknown): number {
  const byType = types.indexOf(typeOf(left)) - types.indexOf(typeOf(right));
  if (byType !== 0) return byType;
  if (typeof left === 'boolean' && typeof right === 'boolean') return scalar(left, right);
  if (
    (typeof left === 'number' || typeof left === 'bigint') &&
    (typeof right === 'number' || typeof right === 'bigint')
  ) {
    return numbers(left, right);
  }
  if (typeof left === 'string' && typeof right === 'string') return strings(left, right);
  if (left instanceof Timestamp && right instanceof Timestamp) {
    return left.seconds - right.seconds || left.nanoseconds - right.nanoseconds;
  }
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  if (left instanceof DocumentReference && right instanceof DocumentReference) {
    return comparePaths(left.path, right.path);
  }
  if (left instanceof GeoPoint && right instanceof GeoPoint) {
    return left.latitude - right.latitude || left.longitude - right.longitude;
  }
  if (Array.isArray(left) && Array.isArray(right)) return inTurn(left, right, compareValues);
  if (typeOf(left) === 'vector') return vectors(vectorOf(left), vectorOf(right));
  if (left !== null && right !== null && typeof left === 'object' && typeof right === 'object') {
    return maps(left, right);
  }
  return 0;
}
