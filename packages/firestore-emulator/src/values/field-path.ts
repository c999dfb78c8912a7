import { invalidArgument } from '../status.ts';
import { compareLists, compareUtf8 } from './order.ts';
import { vectorElements, type Fields, type Value } from './value.ts';

/** The path of a field: its segments and its canonical text. */
export interface FieldPath {
  readonly segments: readonly string[];
  readonly text: string;
}

const SIMPLE_SEGMENT = /^[A-Za-z_][A-Za-z0-9_]*$/;
const NEXT_SEGMENT = /([A-Za-z_][A-Za-z0-9_]*)|`((?:[^`\\]|\\[\\`])+)`/y;

/** The pseudo-field that stands for a document's resource name. */
export const DOCUMENT_NAME = '__name__';

/** @returns the path with these segments */
export function fieldPath(segments: readonly string[]): FieldPath {
  const quoted = segments.map((segment) =>
    SIMPLE_SEGMENT.test(segment) ? segment : `\`${segment.replace(/[\\`]/g, '\\$&')}\``,
  );
  return { segments, text: quoted.join('.') };
}

/**
 * Reads `a.b` or `` a.`with space` `` (backslash escapes a backquote and itself).
 *
 * @throws RpcError INVALID_ARGUMENT when the text is not a field path
 */
export function parseFieldPath(text: string): FieldPath {
  const segments: string[] = [];
  let position = 0;
  do {
    NEXT_SEGMENT.lastIndex = position;
    const match = NEXT_SEGMENT.exec(text);
    const segment = match?.[1] ?? match?.[2]?.replace(/\\([\\`])/g, '$1');
    if (segment === undefined) throw invalidArgument(`Invalid field path: ${JSON.stringify(text)}`);
    segments.push(segment);
    position = NEXT_SEGMENT.lastIndex + 1;
  } while (text[position - 1] === '.');
  if (position <= text.length) throw invalidArgument(`Invalid field path: ${JSON.stringify(text)}`);
  return fieldPath(segments);
}

/** @returns whether the path is the document's name */
export function isDocumentName(path: FieldPath): boolean {
  return path.text === DOCUMENT_NAME;
}

/** @returns whether the paths are equal, or one is below the other */
export function overlaps(a: FieldPath, b: FieldPath): boolean {
  const length = Math.min(a.segments.length, b.segments.length);
  return a.segments.slice(0, length).every((segment, index) => segment === b.segments[index]);
}

/** Orders paths by their unquoted segments; a path comes directly before those below it. */
export function compareFieldPaths(a: FieldPath, b: FieldPath): number {
  return compareLists(compareUtf8)(a.segments, b.segments);
}

/** @returns the value at the path, or undefined */
export function getField(fields: Fields, path: FieldPath): Value | undefined {
  let level: Fields | undefined = fields;
  let value: Value | undefined;
  for (const segment of path.segments) {
    value = level?.get(segment);
    level = fieldsOf(value);
  }
  return value;
}

/**
 * Sets a field, or removes it when the value is undefined. A value on the path that is not a map is
 * replaced by a map when setting, and left alone when removing.
 *
 * @returns the changed copy
 */
export function withField(fields: Fields, path: FieldPath, value: Value | undefined): Fields {
  return change(fields, path.segments, value);
}

function change(fields: Fields, segments: readonly string[], value: Value | undefined): Fields {
  const [first, ...rest] = segments;
  if (first === undefined) return fields;
  const copy = new Map(fields);
  if (rest.length === 0) {
    if (value === undefined) copy.delete(first);
    else copy.set(first, value);
    return copy;
  }
  const below = fieldsOf(fields.get(first));
  if (below === undefined && value === undefined) return fields;
  return copy.set(first, { type: 'map', fields: change(below ?? new Map(), rest, value) });
}

/** @returns the fields of a map; a vector has none */
function fieldsOf(value: Value | undefined): Fields | undefined {
  return value?.type === 'map' && vectorElements(value) === null ? value.fields : undefined;
}

/** @returns a copy with nothing but the given fields; `__name__` selects no field */
export function selectFields(fields: Fields, paths: readonly FieldPath[]): Fields {
  let selected: Fields = new Map();
  for (const path of paths) {
    const value = getField(fields, path);
    if (value !== undefined && !isDocumentName(path)) selected = withField(selected, path, value);
  }
  return selected;
}
