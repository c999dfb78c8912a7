import type { Document, Fields, Value } from '../values/value.ts';
import { isMessage } from '../wire/message.ts';

/** A value in JSON, without loss: `["integer", "12"]`, `["double", "-0"]`, `["null"]`. */
export type Encoded = readonly unknown[];

/** @returns the JSON form of a document */
export function encodeDocument({ name, fields, createTime, updateTime }: Document): unknown {
  return { name, createTime, updateTime, fields: encodeFields(fields) };
}

/**
 * Reads the result of encodeDocument.
 *
 * @throws Error when it is malformed
 */
export function decodeDocument(json: unknown): Document {
  if (!isMessage(json)) throw invalid(json);
  const { name, createTime, updateTime, fields } = json;
  if (typeof name !== 'string' || !Number.isSafeInteger(createTime)) throw invalid(json);
  if (typeof createTime !== 'number' || typeof updateTime !== 'number') throw invalid(json);
  return { name, createTime, updateTime, fields: decodeFields(fields) };
}

function encodeFields(fields: Fields): readonly unknown[] {
  return [...fields].map(([name, value]) => [name, encodeValue(value)]);
}

function decodeFields(json: unknown): Fields {
  if (!Array.isArray(json)) throw invalid(json);
  return new Map(
    json.map((entry: unknown): [string, Value] => {
      if (!Array.isArray(entry)) throw invalid(entry);
      const [name, value]: readonly unknown[] = entry;
      if (typeof name !== 'string') throw invalid(entry);
      return [name, decodeValue(value)];
    }),
  );
}

/** @returns the JSON form of a value */
export function encodeValue(value: Value): Encoded {
  switch (value.type) {
    case 'null':
      return [value.type];
    case 'boolean':
    case 'string':
    case 'reference':
      return [value.type, value.value];
    case 'integer':
    case 'timestamp':
      return [value.type, String(value.value)];
    case 'double':
      return [value.type, encodeDouble(value.value)];
    case 'bytes':
      return [value.type, value.value.toString('base64')];
    case 'geopoint':
      return [value.type, encodeDouble(value.latitude), encodeDouble(value.longitude)];
    case 'array':
      return [value.type, value.values.map(encodeValue)];
    case 'map':
      return [value.type, encodeFields(value.fields)];
  }
}

/**
 * Reads the result of encodeValue.
 *
 * @throws Error when it is malformed
 */
export function decodeValue(json: unknown): Value {
  if (!Array.isArray(json)) throw invalid(json);
  const [type, content, second]: readonly unknown[] = json;
  switch (type) {
    case 'null':
      return { type };
    case 'boolean':
      if (typeof content !== 'boolean') throw invalid(json);
      return { type, value: content };
    case 'string':
    case 'reference':
      return { type, value: textOf(content) };
    case 'integer':
    case 'timestamp':
      return { type, value: BigInt(textOf(content)) };
    case 'double':
      return { type, value: decodeDouble(content) };
    case 'bytes':
      return { type, value: Buffer.from(textOf(content), 'base64') };
    case 'geopoint':
      return { type, latitude: decodeDouble(content), longitude: decodeDouble(second) };
    case 'array':
      if (!Array.isArray(content)) throw invalid(json);
      return { type, values: content.map(decodeValue) };
    case 'map':
      return { type, fields: decodeFields(content) };
    default:
      throw invalid(json);
  }
}

function encodeDouble(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function decodeDouble(json: unknown): number {
  const text = textOf(json);
  const value = Number(text);
  if (text === '' || (Number.isNaN(value) && text !== 'NaN')) throw invalid(json);
  return value;
}

function textOf(json: unknown): string {
  if (typeof json !== 'string') throw invalid(json);
  return json;
}

function invalid(json: unknown): Error {
  return new Error(`Not a stored value: ${JSON.stringify(json)?.slice(0, 100)}`);
}
