import { selectFields, type FieldPath } from '../values/field-path.ts';
import { invalidArgument, unimplemented } from '../status.ts';
import { NULL, type Document, type Fields, type Value } from '../values/value.ts';
import {
  bytes,
  flag,
  int64,
  isMessage,
  list,
  message,
  number,
  text,
  timestamp,
  toWireTimestamp,
  type Message,
} from './message.ts';

/**
 * Reads a google.firestore.v1.Value.
 *
 * @param unit what a timestamp is rounded down to, in nanoseconds: 1 in filters and cursors, as in Google's emulator;
 *   in arrays and maps always 1,000
 * @throws RpcError INVALID_ARGUMENT when it is empty or out of range, UNIMPLEMENTED for the
 *   kinds of value that exist only in pipelines
 */
export function fromWireValue(wire: unknown, unit: 1 | 1_000 = 1_000): Value {
  const value = message(wire, 'A value');
  const kind = text(value, 'valueType');
  switch (kind) {
    case 'nullValue':
      return NULL;
    case 'booleanValue':
      return { type: 'boolean', value: flag(value, kind) };
    case 'integerValue':
      return { type: 'integer', value: int64(value, kind) };
    case 'doubleValue':
      return { type: 'double', value: number(value, kind) };
    case 'timestampValue':
      return { type: 'timestamp', value: timestamp(message(value[kind], kind), unit) };
    case 'stringValue':
      return { type: 'string', value: text(value, kind) };
    case 'bytesValue':
      return { type: 'bytes', value: bytes(value, kind) ?? Buffer.alloc(0) };
    case 'referenceValue':
      return { type: 'reference', value: text(value, kind) };
    case 'geoPointValue':
      return geoPoint(message(value[kind], kind));
    case 'arrayValue':
      return { type: 'array', values: fromWireArray(message(value[kind], kind)) };
    case 'mapValue':
      return { type: 'map', fields: fromWireFields(message(value[kind], kind)['fields']) };
    case '':
      throw invalidArgument('A value has no type.');
    default:
      throw unimplemented(`values of the kind ${kind}`);
  }
}

function geoPoint(wire: Message): Value {
  const latitude = number(wire, 'latitude');
  const longitude = number(wire, 'longitude');
  // Written so that NaN is also refused.
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
    throw invalidArgument('A geographical point is out of range.');
  }
  return { type: 'geopoint', latitude, longitude };
}

/** Reads a google.firestore.v1.ArrayValue. */
export function fromWireArray(wire: Message): Value[] {
  return list(wire, 'values').map((item) => fromWireValue(item));
}

/** Reads the `fields` of a document or of a map value; absent means none. */
export function fromWireFields(wire: unknown): Fields {
  const fields = new Map<string, Value>();
  if (isMessage(wire)) {
    for (const [name, value] of Object.entries(wire)) fields.set(name, fromWireValue(value));
  }
  return fields;
}

/** @returns the google.firestore.v1.Value */
export function toWireValue(value: Value): Message {
  switch (value.type) {
    case 'null':
      return { nullValue: 'NULL_VALUE' };
    case 'boolean':
      return { booleanValue: value.value };
    case 'integer':
      return { integerValue: String(value.value) };
    case 'double':
      return { doubleValue: value.value };
    case 'timestamp':
      return { timestampValue: toWireTimestamp(value.value / 1_000n) };
    case 'string':
      return { stringValue: value.value };
    case 'bytes':
      return { bytesValue: value.value };
    case 'reference':
      return { referenceValue: value.value };
    case 'geopoint':
      return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } };
    case 'array':
      return { arrayValue: { values: value.values.map(toWireValue) } };
    case 'map':
      return { mapValue: { fields: toWireFields(value.fields) } };
  }
}

/** @returns the `fields` of a document or of a map value */
function toWireFields(fields: Fields): Message {
  return Object.fromEntries([...fields].map(([name, value]) => [name, toWireValue(value)]));
}

/** @returns the google.firestore.v1.Document with the fields that a mask selects; null selects all */
export function toWireDocument(
  document: Document,
  mask: readonly FieldPath[] | null = null,
): Message {
  const { name, fields } = document;
  return {
    name,
    fields: toWireFields(mask === null ? fields : selectFields(fields, mask)),
    createTime: toWireTimestamp(document.createTime),
    updateTime: toWireTimestamp(document.updateTime),
  };
}
