import { splitName } from '../values/resource-name.ts';
import { invalidArgument } from '../status.ts';
import {
  isNaNValue,
  vectorElements,
  type Document,
  type Fields,
  type Value,
} from '../values/value.ts';

const MAX_DOCUMENT_BYTES = 1_048_576;
const MAX_DEPTH = 20;
const MAX_VALUE_BYTES = 1_048_487;
const MAX_FIELD_NAME_BYTES = 1_500;
const MAX_VECTOR_LENGTH = 2_048;
const RESERVED_FIELD = /^__.+__$/s;

/**
 * Checks what a document may contain: field names that are neither empty, reserved (`__…__`) nor
 * over 1,500 bytes, no array directly in an array, at most 20 levels below a field, strings and bytes
 * of at most 1,048,487 bytes, well-formed vectors that are not in an array.
 *
 * @throws RpcError INVALID_ARGUMENT
 */
export function checkContent(fields: Fields): void {
  checkMap(fields, 0);
}

function checkMap(fields: Fields, depth: number): void {
  for (const [name, value] of fields) {
    if (name === '') throw invalidArgument('A field name is empty.');
    if (RESERVED_FIELD.test(name)) throw invalidArgument(`The field name "${name}" is reserved.`);
    // A UTF-16 code unit takes at most three bytes, so short names need no encoding.
    if (name.length * 3 > MAX_FIELD_NAME_BYTES && Buffer.byteLength(name) > MAX_FIELD_NAME_BYTES) {
      throw invalidArgument(`A field name is longer than ${MAX_FIELD_NAME_BYTES} bytes.`);
    }
    checkValue(value, depth + 1);
  }
}

function checkValue(value: Value, depth: number): void {
  if (depth > MAX_DEPTH + 1) {
    throw invalidArgument(`A value is nested in more than ${MAX_DEPTH} levels.`);
  }
  const vector = vectorElements(value);
  if (vector !== null) {
    const isNumeric = vector.every((item) => item.type === 'double' && !isNaNValue(item));
    if (vector.length === 0 || vector.length > MAX_VECTOR_LENGTH || !isNumeric) {
      throw invalidArgument(`A vector takes one to ${MAX_VECTOR_LENGTH} doubles other than NaN.`);
    }
  } else if (value.type === 'map') {
    checkMap(value.fields, depth);
  } else if (value.type === 'array') {
    for (const item of value.values) {
      if (item.type === 'array') throw invalidArgument('An array cannot contain an array.');
      if (vectorElements(item)) throw invalidArgument('An array cannot contain a vector.');
      checkValue(item, depth + 1);
    }
  } else if (value.type === 'string' || value.type === 'bytes') {
    if (Buffer.byteLength(value.value) > MAX_VALUE_BYTES) {
      throw invalidArgument(`A value is longer than ${MAX_VALUE_BYTES} bytes.`);
    }
  }
}

/**
 * Checks that a document fits into 1 MiB.
 *
 * @throws RpcError INVALID_ARGUMENT
 */
export function checkSize(document: Document): void {
  // Source: https://firebase.google.com/docs/firestore/storage-size
  const size = nameSize(document.name) + fieldsSize(document.fields) + 32;
  if (size > MAX_DOCUMENT_BYTES) {
    throw invalidArgument(
      `Document '${document.name}' cannot be written because its size (${size.toLocaleString('en-US')} bytes) exceeds the maximum allowed size of ${MAX_DOCUMENT_BYTES.toLocaleString('en-US')} bytes.`,
    );
  }
}

function nameSize(name: string): number {
  return splitName(name).segments.reduce((sum, id) => sum + stringSize(id), 16);
}

function stringSize(text: string): number {
  return Buffer.byteLength(text) + 1;
}

function fieldsSize(fields: Fields): number {
  let size = 0;
  for (const [name, value] of fields) size += stringSize(name) + valueSize(value);
  return size;
}

function valueSize(value: Value): number {
  switch (value.type) {
    case 'null':
    case 'boolean':
      return 1;
    case 'integer':
    case 'double':
    case 'timestamp':
      return 8;
    case 'geopoint':
      return 16;
    case 'string':
      return stringSize(value.value);
    case 'bytes':
      return value.value.length;
    case 'reference':
      return nameSize(value.value);
    case 'array':
      return value.values.reduce((sum, item) => sum + valueSize(item), 0);
    case 'map':
      return fieldsSize(value.fields);
  }
}
