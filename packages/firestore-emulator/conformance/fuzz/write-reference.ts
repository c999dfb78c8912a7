import { isDeepStrictEqual } from 'node:util';
import type { Change, WriteSpec } from './write-spec.ts';

/** A document's fields; nested maps are plain objects. */
export type Fields = Record<string, unknown>;

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function read(fields: Fields, path: readonly string[]): unknown {
  const [first = '', ...rest] = path;
  const value = fields[first];
  if (rest.length === 0) return value;
  return isMap(value) ? read(value, rest) : undefined;
}

function write(fields: Fields, path: readonly string[], value: unknown): Fields {
  const [first = '', ...rest] = path;
  if (rest.length === 0) return { ...fields, [first]: value };
  const inner = fields[first];
  return { ...fields, [first]: write(isMap(inner) ? inner : {}, rest, value) };
}

function remove(fields: Fields, path: readonly string[]): Fields {
  const [first = '', ...rest] = path;
  const { [first]: inner, ...others } = fields;
  if (rest.length === 0) return others;
  return isMap(inner) ? { ...fields, [first]: remove(inner, rest) } : fields;
}

function contains(list: readonly unknown[], wanted: unknown): boolean {
  return list.some((each) => isDeepStrictEqual(each, wanted));
}

function transformed(
  before: unknown,
  change: Exclude<Change, { kind: 'value' | 'delete' }>,
): unknown {
  if (change.kind === 'increment') return (typeof before === 'number' ? before : 0) + change.by;
  const list: unknown[] = Array.isArray(before) ? before : [];
  if (change.kind === 'remove') return list.filter((each) => !contains(change.elements, each));
  const result = [...list];
  for (const element of change.elements) if (!contains(result, element)) result.push(element);
  return result;
}

function changed(fields: Fields, changes: ReadonlyMap<string, Change>): Fields {
  let result = fields;
  for (const [field, change] of changes) {
    const path = field.split('.');
    if (change.kind === 'value') result = write(result, path, change.value);
    else if (change.kind === 'delete') result = remove(result, path);
    else result = write(result, path, transformed(read(result, path), change));
  }
  return result;
}

/**
 * The result of a batch, written naively from the documentation.
 *
 * @returns all documents by path after the batch, null where the batch has to be refused.
 */
export function applyBatch(
  before: ReadonlyMap<string, Fields>,
  writes: readonly WriteSpec[],
): Map<string, Fields> | null {
  const documents = new Map(before);
  for (const { kind, path, changes } of writes) {
    const current = documents.get(path);
    if (kind === 'create' && current !== undefined) return null;
    if (kind === 'update' && current === undefined) return null;
    if (kind === 'delete') documents.delete(path);
    else {
      const merges = kind === 'merge' || kind === 'update';
      documents.set(path, changed(merges ? (current ?? {}) : {}, changes));
    }
  }
  return documents;
}
