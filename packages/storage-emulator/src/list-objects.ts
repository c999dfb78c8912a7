import type { ObjectRecord } from './object-record.ts';
import { invalid } from './storage-error.ts';

export interface ListQuery {
  prefix: string;
  /** May be empty. */
  delimiter: string;
  /** The maximum number of objects and prefixes together. */
  maxResults: number;
  /** The `nextPageToken` of the previous page; empty for the first page. */
  pageToken: string;
}

export interface ListPage {
  items: ObjectRecord[];
  /** Names up to the delimiter, each instead of all objects that start with it. */
  prefixes: string[];
  nextPageToken?: string;
}

/**
 * One page of a bucket's objects in the order of their names as UTF-8.
 * @throws {StorageError} 400 for an invalid page token
 */
export function listObjects(objects: readonly ObjectRecord[], query: ListQuery): ListPage {
  const after = decodeToken(query.pageToken);
  const groups = new Map<string, ObjectRecord | null>();
  const sorted = objects
    .filter(({ name }) => name.startsWith(query.prefix))
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  for (const object of sorted) {
    const prefix = prefixOf(object.name, query);
    groups.set(prefix ?? object.name, prefix === null ? object : null);
  }
  const rest = [...groups].filter(([key]) => Buffer.compare(Buffer.from(key), after) > 0);
  const page = rest.slice(0, query.maxResults);
  const last = page.at(-1);
  return {
    items: page.flatMap(([, object]) => (object === null ? [] : [object])),
    prefixes: page.flatMap(([key, object]) => (object === null ? [key] : [])),
    ...(last !== undefined && rest.length > page.length
      ? { nextPageToken: Buffer.from(last[0]).toString('base64url') }
      : {}),
  };
}

function prefixOf(name: string, { prefix, delimiter }: ListQuery): string | null {
  if (delimiter === '') return null;
  const end = name.indexOf(delimiter, prefix.length);
  return end === -1 ? null : name.slice(0, end + delimiter.length);
}

function decodeToken(token: string): Buffer {
  const decoded = Buffer.from(token, 'base64url');
  if (decoded.toString('base64url') !== token) throw invalid('Invalid page token.');
  return decoded;
}
