import {
  DocumentReference,
  FieldValue,
  GeoPoint,
  Timestamp,
  type Firestore,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { moment } from '../contract/index.ts';

/** A document's fields as JSON. */
export type JsonFields = Record<string, unknown>;

function encodeNumber(value: number): unknown {
  if (Object.is(value, -0)) return { $number: '-0' };
  return Number.isFinite(value) ? value : { $number: String(value) };
}

function encodeTimestamp({ seconds, nanoseconds }: Timestamp): string {
  const whole = new Date(seconds * 1_000).toISOString().slice(0, -5);
  return `${whole}.${String(nanoseconds).padStart(9, '0')}Z`;
}

function encode(value: unknown, path: string): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return encodeNumber(value);
  if (value instanceof Timestamp) return { $timestamp: encodeTimestamp(value) };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof DocumentReference) return { $reference: value.path };
  if (value instanceof GeoPoint) return { $geopoint: [value.latitude, value.longitude] };
  if (Array.isArray(value)) return value.map((one) => encode(one, path));
  // A vector; the SDK does not export its class.
  if (typeof value === 'object' && 'toArray' in value && typeof value.toArray === 'function')
    return { $vector: z.array(z.number()).parse(value.toArray()).map(encodeNumber) };
  const isMap = typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
  if (!isMap) throw new Error(`${path} has a value of a type that can’t be exported.`);
  const map = encodeFields(value, path);
  return Object.keys(map).some((key) => key.startsWith('$')) ? { $map: map } : map;
}

/**
 * Encodes fields as JSON, without loss for `decodeFields`. Timestamps (to the nanosecond), bytes,
 * references, points, vectors, and numbers that JSON can't represent become objects with one key that
 * starts with `$`; a map with such a key is wrapped in `$map`. Keys are sorted, so that equal documents
 * have equal texts.
 * @param path the document's path, for errors
 * @throws Error for a value of any other type
 */
export function encodeFields(fields: object, path: string): JsonFields {
  const entries = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, encode(value, path)]));
}

/** A value that `encodeFields` can't have written. */
class MalformedValue extends Error {
  /** the keys of the fields that lead to it */
  readonly path: readonly string[];

  constructor(path: readonly string[], cause?: unknown) {
    super(`${path.join('.')} is malformed.`, { cause });
    this.name = 'MalformedValue';
    this.path = path;
  }
}

function decodeTimestamp(text: string): Timestamp {
  const [, whole, nanoseconds] = /^(.{19})\.(\d{9})Z$/.exec(moment.parse(text)) ?? [];
  return new Timestamp(Date.parse(`${whole}Z`) / 1_000, Number(nanoseconds));
}

function decodeTagged(
  tag: string,
  inner: unknown,
  db: Firestore,
  path: readonly string[],
): unknown {
  const text = () => z.string().parse(inner);
  switch (tag) {
    case '$map':
      return decodeMap(z.record(z.string(), z.unknown()).parse(inner), db, path);
    case '$vector':
      return FieldValue.vector(z.array(z.number()).parse(decode(inner, db, path)));
    case '$geopoint':
      return new GeoPoint(...z.tuple([z.number(), z.number()]).parse(inner));
    case '$reference':
      return db.doc(text());
    case '$timestamp':
      return decodeTimestamp(text());
    case '$bytes':
      return Buffer.from(text(), 'base64');
    case '$number':
      return Number(text());
    default:
      throw new Error(`Unknown type of value: ${tag}.`);
  }
}

function decode(value: unknown, db: Firestore, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => decode(one, db, path));
  if (typeof value !== 'object' || value === null) return value;
  const [[tag, inner] = ['', undefined], ...others] = Object.entries(value);
  if (!tag.startsWith('$') || others.length > 0) return decodeMap(value, db, path);
  try {
    return decodeTagged(tag, inner, db, path);
  } catch (error) {
    throw error instanceof MalformedValue ? error : new MalformedValue(path, error);
  }
}

function decodeMap(map: object, db: Firestore, path: readonly string[]): JsonFields {
  const entries = Object.entries(map);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, decode(value, db, [...path, key])]),
  );
}

/**
 * Decodes the JSON of `encodeFields`.
 * @param db the database that references point to
 * @throws Error naming the first malformed field
 */
export function decodeFields(fields: object, db: Firestore): JsonFields {
  return decodeMap(fields, db, []);
}

/** The keys that lead to the first malformed field in the JSON of `encodeFields`; undefined without one. */
export function findMalformed(fields: object, db: Firestore): readonly string[] | undefined {
  try {
    decodeFields(fields, db);
    return undefined;
  } catch (error) {
    if (error instanceof MalformedValue) return error.path;
    throw error;
  }
}
