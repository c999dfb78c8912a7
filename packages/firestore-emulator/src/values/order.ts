import { vectorElements, type Fields, type NumberValue, type Value } from './value.ts';

/** Negative, zero or positive as a sorts before, with or after b. */
export type Compare<T> = (a: T, b: T) => number;

/** The parts of the value order that compare numbers and strings. */
export interface ScalarOrder {
  readonly numbers: Compare<NumberValue>;
  readonly strings: Compare<string>;
}

/** Orders strings by their UTF-8 bytes: code units, but surrogates after everything else. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      const xSurrogate = x >= 0xd800 && x <= 0xdfff;
      const ySurrogate = y >= 0xd800 && y <= 0xdfff;
      return xSurrogate === ySurrogate ? x - y : xSurrogate ? 1 : -1;
    }
  }
  return a.length - b.length;
}

/** Orders numbers exactly, integers and doubles interleaved, NaN first, -0 equal to 0. */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  const x = a.value;
  const y = b.value;
  if (x < y) return -1;
  if (x > y) return 1;
  // JavaScript compares a bigint with a number exactly, so the rest is equal or NaN.
  const xNaN = typeof x === 'number' && Number.isNaN(x);
  const yNaN = typeof y === 'number' && Number.isNaN(y);
  return Number(yNaN) - Number(xNaN);
}

/** An id that is a number, such as `__id7__`. */
export const NUMERIC_ID = /^__id(-?[1-9]\d{0,18})__$/;

/** Orders collection and document ids: numeric ids `__id7__` first, by number, then by UTF-8. */
export function compareIds(a: string, b: string): number {
  if (a.startsWith('__id') || b.startsWith('__id')) {
    const x = NUMERIC_ID.exec(a)?.[1];
    const y = NUMERIC_ID.exec(b)?.[1];
    if (x !== undefined && y !== undefined) {
      const difference = BigInt(x) - BigInt(y);
      return difference < 0n ? -1 : difference > 0n ? 1 : 0;
    }
    if (x !== undefined) return -1;
    if (y !== undefined) return 1;
  }
  return compareUtf8(a, b);
}

/** Orders lists by their first elements that differ; a list sorts before those that it begins. */
export function compareLists<T>(compare: Compare<T>): Compare<readonly T[]> {
  return (a, b) => {
    for (const [index, item] of a.entries()) {
      const other = b[index];
      if (other === undefined) return 1;
      const result = compare(item, other);
      if (result !== 0) return result;
    }
    return a.length - b.length;
  };
}

const compareSegments = compareLists(compareIds);

/** Orders full resource names segment by segment; a parent sorts before what is below it. */
export function compareNames(a: string, b: string): number {
  return a === b ? 0 : compareSegments(a.split('/'), b.split('/'));
}

const RANKS = {
  null: 0,
  boolean: 1,
  integer: 2,
  double: 2,
  timestamp: 3,
  string: 4,
  bytes: 5,
  reference: 6,
  geopoint: 7,
  array: 8,
  map: 10,
} as const;
const VECTOR_RANK = 9;

/** @returns the position of the value's type among the types; integer and double share one */
export function typeRank(value: Value): number {
  return vectorElements(value) === null ? RANKS[value.type] : VECTOR_RANK;
}

/** Builds the order of all values from the order of numbers and strings. */
export function createValueOrder(scalars: ScalarOrder): Compare<Value> {
  const compareArrays = compareLists(compare);
  const compareEntries = compareLists<[string, Value]>(
    ([a, x], [b, y]) => scalars.strings(a, b) || compare(x, y),
  );
  const entriesOf = (fields: Fields): [string, Value][] =>
    [...fields].sort(([a], [b]) => scalars.strings(a, b));

  function compareSameRank(a: Value, b: Value): number {
    if (a.type === 'integer' || a.type === 'double') {
      return b.type === 'integer' || b.type === 'double' ? scalars.numbers(a, b) : 0;
    }
    if (a.type === 'boolean' && b.type === 'boolean') return Number(a.value) - Number(b.value);
    if (a.type === 'timestamp' && b.type === 'timestamp') {
      return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
    }
    if (a.type === 'string' && b.type === 'string') return scalars.strings(a.value, b.value);
    if (a.type === 'bytes' && b.type === 'bytes') return Buffer.compare(a.value, b.value);
    if (a.type === 'reference' && b.type === 'reference') return compareNames(a.value, b.value);
    if (a.type === 'geopoint' && b.type === 'geopoint') {
      return a.latitude - b.latitude || a.longitude - b.longitude;
    }
    if (a.type === 'array' && b.type === 'array') return compareArrays(a.values, b.values);
    if (a.type === 'map' && b.type === 'map') {
      const x = vectorElements(a);
      const y = vectorElements(b);
      if (x && y) return x.length - y.length || compareArrays(x, y);
      return compareEntries(entriesOf(a.fields), entriesOf(b.fields));
    }
    return 0;
  }

  function compare(a: Value, b: Value): number {
    return typeRank(a) - typeRank(b) || compareSameRank(a, b);
  }
  return compare;
}

/** Firestore's order of values: by type, then by content. */
export const compareValues: Compare<Value> = createValueOrder({
  numbers: compareNumbers,
  strings: compareUtf8,
});
