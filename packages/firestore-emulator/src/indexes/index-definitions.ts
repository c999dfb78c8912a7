import { readFileSync } from 'node:fs';
import { parseFieldPath } from '../values/field-path.ts';
import { isMessage, type Message } from '../wire/message.ts';

/** How one field is stored in an index. */
export type IndexMode = 'ASCENDING' | 'DESCENDING' | 'CONTAINS';

/** COLLECTION: serves queries on one collection. COLLECTION_GROUP: on all with the id. */
export type QueryScope = 'COLLECTION' | 'COLLECTION_GROUP';

/** Canonical field paths with their modes; a field `__name__` may end them. */
export type IndexFields = readonly { readonly field: string; readonly mode: IndexMode }[];

interface CompositeIndex {
  readonly collectionId: string;
  readonly scope: QueryScope;
  readonly fields: IndexFields;
}

/** Replaces the automatic single-field indexes of a field and of the fields below it. */
interface FieldOverride {
  readonly collectionId: string;
  readonly segments: readonly string[];
  readonly indexes: readonly { readonly scope: QueryScope; readonly mode: IndexMode }[];
}

/** The content of firestore.indexes.json. */
export interface IndexDefinitions {
  readonly composites: readonly CompositeIndex[];
  readonly overrides: readonly FieldOverride[];
}

/**
 * Reads firestore.indexes.json strictly: an unknown key or value is an error.
 *
 * @throws Error that names the file and the place
 */
export function readIndexDefinitions(file: string): IndexDefinitions {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return parseIndexDefinitions(parsed);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Can't read the index definitions in ${file}: ${reason}`, { cause: error });
  }
}

/** Like readIndexDefinitions, for the parsed JSON. */
export function parseIndexDefinitions(json: unknown): IndexDefinitions {
  const root = record(json, 'the file', ['indexes', 'fieldOverrides']);
  return {
    composites: items(root, 'indexes').map((item, i) => composite(item, `indexes[${i}]`)),
    overrides: items(root, 'fieldOverrides').map((item, i) =>
      override(item, `fieldOverrides[${i}]`),
    ),
  };
}

function composite(item: unknown, where: string): CompositeIndex {
  const wire = record(item, where, ['collectionGroup', 'queryScope', 'fields', 'density']);
  const { density } = wire;
  if (density !== undefined && density !== 'SPARSE_ALL') fail(where, 'has an unsupported density');
  const fields = items(wire, 'fields').map((entry, i) => {
    const place = `${where}.fields[${i}]`;
    const field = record(entry, place, ['fieldPath', 'order', 'arrayConfig']);
    return {
      field: parseFieldPath(string(field, 'fieldPath', place)).text,
      mode: mode(field, place),
    };
  });
  if (fields.length < 2 && fields[0]?.field !== '__name__')
    fail(where, 'needs at least two fields');
  if (fields.some(({ field }, i) => field === '__name__' && i < fields.length - 1)) {
    fail(where, 'has __name__ before another field');
  }
  const kinds = fields.map((item) => `${item.field} ${item.mode === 'CONTAINS'}`);
  if (new Set(kinds).size < fields.length) fail(where, 'repeats a field');
  const scope = queryScope(wire['queryScope'], where);
  return { collectionId: string(wire, 'collectionGroup', where), scope, fields };
}

function override(item: unknown, where: string): FieldOverride {
  const wire = record(item, where, ['collectionGroup', 'fieldPath', 'indexes', 'ttl']);
  const { ttl } = wire;
  if (ttl !== undefined && typeof ttl !== 'boolean') fail(where, 'has a ttl that is not a boolean');
  const path = string(wire, 'fieldPath', where);
  if (path === '*') fail(where, 'overrides all fields, which is not supported');
  const indexes = items(wire, 'indexes').map((entry, i) => {
    const place = `${where}.indexes[${i}]`;
    const index = record(entry, place, ['order', 'arrayConfig', 'queryScope']);
    return { scope: queryScope(index['queryScope'], place), mode: mode(index, place) };
  });
  const { segments } = parseFieldPath(path);
  return { collectionId: string(wire, 'collectionGroup', where), segments, indexes };
}

function mode(wire: Message, where: string): IndexMode {
  const { order, arrayConfig } = wire;
  if (arrayConfig === undefined && (order === 'ASCENDING' || order === 'DESCENDING')) return order;
  if (order === undefined && arrayConfig === 'CONTAINS') return arrayConfig;
  return fail(where, 'needs either an order or arrayConfig CONTAINS');
}

function queryScope(value: unknown, where: string): QueryScope {
  if (value === 'COLLECTION' || value === 'COLLECTION_GROUP') return value;
  return fail(where, 'has an unknown queryScope');
}

function record(value: unknown, where: string, keys: readonly string[]): Message {
  if (!isMessage(value)) return fail(where, 'is not an object');
  for (const key of Object.keys(value)) {
    if (!keys.includes(key)) fail(where, `has the unknown key "${key}"`);
  }
  return value;
}

function items(wire: Message, key: string): readonly unknown[] {
  const value = wire[key];
  if (!Array.isArray(value)) return fail(key, 'is not a list');
  return value;
}

function string(wire: Message, key: string, where: string): string {
  const value = wire[key];
  return typeof value === 'string' && value !== '' ? value : fail(where, `lacks ${key}`);
}

function fail(where: string, what: string): never {
  throw new Error(`${where} ${what}`);
}
