import {
  DocumentReference,
  FieldValue,
  GeoPoint,
  Timestamp,
  type Firestore,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';

/** A document's fields as JSON. */
export type JsonFields = Record<string, unknown>;

function encodeNumber(value: number): unknown {
  if (Object.is(value, -0)) return { $number: '-0' };
  return Number.isFinite(value) ? value : { $number: String(value) };
}

function encodeTimestamp({ seconds, nanoseconds }: Timestamp): unknown {
  const whole = new Date(seconds * 1_000).toISOString().slice(0, -5);
  return { $timestamp: `${whole}.${String(nanoseconds).padStart(9, '0')}Z` };
}

/** The SDK does not export the class of vectors. */
const Vector = FieldValue.vector([]).constructor;

/** The numbers of a vector; undefined for anything else. */
function vectorNumbers(value: unknown): number[] | undefined {
  if (!(value instanceof Vector) || !('toArray' in value)) return undefined;
  return typeof value.toArray === 'function'
    ? z.array(z.number()).parse(value.toArray())
    : undefined;
}

function encode(value: unknown, path: string): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return encodeNumber(value);
  if (value instanceof Timestamp) return encodeTimestamp(value);
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof DocumentReference) return { $reference: value.path };
  if (value instanceof GeoPoint) return { $geopoint: [value.latitude, value.longitude] };
  const numbers = vectorNumbers(value);
  if (numbers) return { $vector: numbers.map(encodeNumber) };
  if (Array.isArray(value)) return value.map((one) => encode(one, path));
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

const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{9})Z$/;

function decodeTimestamp(text: string): Timestamp {
  const [, whole, nanoseconds] = TIMESTAMP.exec(text) ?? [];
  if (whole === undefined) throw new Error(`"${text}" is not a timestamp.`);
  return new Timestamp(Date.parse(`${whole}Z`) / 1_000, Number(nanoseconds));
}

function decodeTagged(tag: string, inner: unknown, db: Firestore): unknown {
  if (tag === '$map' && typeof inner === 'object' && inner !== null) return decodeFields(inner, db);
  if (tag === '$vector') return FieldValue.vector(z.array(z.number()).parse(decode(inner, db)));
  if (tag === '$geopoint') {
    const [latitude, longitude] = z.tuple([z.number(), z.number()]).parse(inner);
    return new GeoPoint(latitude, longitude);
  }
  if (typeof inner === 'string') {
    if (tag === '$reference') return db.doc(inner);
    if (tag === '$timestamp') return decodeTimestamp(inner);
    if (tag === '$bytes') return Buffer.from(inner, 'base64');
    if (tag === '$number') return Number(inner);
  }
  throw new Error(`Unknown type of value: ${tag}.`);
}

function decode(value: unknown, db: Firestore): unknown {
  if (Array.isArray(value)) return value.map((one) => decode(one, db));
  if (typeof value !== 'object' || value === null) return value;
  const [tag, ...others] = Object.keys(value);
  if (tag?.startsWith('$') && others.length === 0)
    return decodeTagged(tag, Object.values(value)[0], db);
  return decodeFields(value, db);
}

/**
 * Decodes the JSON of `encodeFields`.
 * @param db the database that references point to
 * @throws Error if the JSON is malformed
 */
export function decodeFields(fields: object, db: Firestore): JsonFields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, decode(value, db)]));
}
