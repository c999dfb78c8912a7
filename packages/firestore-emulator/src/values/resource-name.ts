import { NUMERIC_ID } from './order.ts';
import { invalidArgument } from '../status.ts';

const DATABASE = /^projects\/[^/]+\/databases\/[^/]+$/;
const DOCUMENTS_ROOT = /^(projects\/[^/]+\/databases\/[^/]+)\/documents(?:\/(.*))?$/s;
const RESERVED = /^__.+__$/s;
const MAX_ID_BYTES = 1_500;
const MAX_NAME_BYTES = 6 * 1024;

/**
 * Checks `projects/P/databases/D`.
 *
 * @throws RpcError INVALID_ARGUMENT
 */
export function checkDatabase(name: string): string {
  if (!DATABASE.test(name)) {
    throw invalidArgument(`Invalid database name: ${JSON.stringify(name)}`);
  }
  return name;
}

/**
 * Checks one collection or document id: not empty, no slash, not `.` or `..`, not reserved, at most
 * 1,500 bytes. Documents may have numeric ids, `__id7__`.
 *
 * @throws RpcError INVALID_ARGUMENT
 */
export function checkId(id: string, of: 'collection' | 'document'): string {
  if (id === '' || id === '.' || id === '..' || id.includes('/')) {
    throw invalidArgument(`Invalid resource id: ${JSON.stringify(id)}`);
  }
  const number = of === 'document' ? NUMERIC_ID.exec(id)?.[1] : undefined;
  const isNumber = number !== undefined && BigInt.asIntN(64, BigInt(number)) === BigInt(number);
  if (RESERVED.test(id) && !isNumber) {
    throw invalidArgument(`Resource id "${id}" is invalid because it is reserved.`);
  }
  if (Buffer.byteLength(id) > MAX_ID_BYTES) {
    throw invalidArgument(`A resource id is longer than ${MAX_ID_BYTES} bytes.`);
  }
  return id;
}

function checkIds(segments: readonly string[]): void {
  for (const [i, id] of segments.entries()) checkId(id, i % 2 === 0 ? 'collection' : 'document');
}

/**
 * Splits a resource name below `…/documents` and leaves its ids unchecked, as a bound in a query
 * may name ids that no document can have.
 *
 * @throws RpcError INVALID_ARGUMENT when it is not the name of something in a database
 */
export function splitName(name: string): { database: string; segments: readonly string[] } {
  const match = DOCUMENTS_ROOT.exec(name);
  const database = match?.[1];
  if (database === undefined) {
    throw invalidArgument(`Invalid resource name: ${JSON.stringify(name)}`);
  }
  const path = match?.[2];
  return { database, segments: path === undefined ? [] : path.split('/') };
}

/**
 * Checks the name of a document that may be read or written in a database.
 *
 * @throws RpcError INVALID_ARGUMENT
 */
export function checkDocumentName(name: string, database: string): string {
  const parsed = splitName(name);
  if (parsed.database !== database) {
    throw invalidArgument(`Document "${name}" is not in database "${database}".`);
  }
  if (parsed.segments.length === 0 || parsed.segments.length % 2 !== 0) {
    throw invalidArgument(`Document name "${name}" has no id at its end.`);
  }
  checkIds(parsed.segments);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw invalidArgument(`A document name is longer than ${MAX_NAME_BYTES} bytes.`);
  }
  return name;
}

/**
 * Checks the parent of a collection: `…/documents` or a document's name.
 *
 * @returns the database that holds it
 * @throws RpcError INVALID_ARGUMENT
 */
export function checkParent(parent: string): string {
  const { database, segments } = splitName(parent);
  if (segments.length % 2 !== 0) throw invalidArgument(`"${parent}" is not a document.`);
  checkIds(segments);
  return database;
}

/** @returns the full path of the collection that holds the document, and the document's id */
export function splitDocumentName(name: string): { collection: string; id: string } {
  const slash = name.lastIndexOf('/');
  return { collection: name.slice(0, slash), id: name.slice(slash + 1) };
}

/** @returns the last segment of a path */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @returns the path below `…/documents/`, for display */
export function relativePath(name: string): string {
  return splitName(name).segments.join('/');
}
