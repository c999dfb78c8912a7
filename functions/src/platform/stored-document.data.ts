import {
  Timestamp,
  type DocumentData,
  type DocumentSnapshot,
  type UpdateData,
} from 'firebase-admin/firestore';
import * as z from 'zod';
import { ApiError } from '../contract/index.ts';
import { redact, type Log } from './log.ts';
import type { Tools } from './tools.ts';
import type { Transaction } from './transact.ts';

/**
 * A stored value with everything in its lists and maps converted. Timestamps, bytes, references, points and vectors are
 * single values: a reference has no end.
 */
function mapLeaves(value: unknown, convert: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => mapLeaves(inner, convert));
  const isMap =
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
  if (!isMap) return convert(value);
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, inner]) => [key, mapLeaves(inner, convert)]));
}

/** Timestamps as Dates. */
function plain(leaf: unknown): unknown {
  // Unlike toDate, which rounds: the last moment that Firestore can store would be in the year 10000.
  return leaf instanceof Timestamp ? new Date(leaf.toMillis()) : leaf;
}

/**
 * A stored document that does not match its schema. If the site needs it, like the catalog's root, the
 * response is 503 until the document is repaired.
 */
export class MalformedDocument extends ApiError {
  readonly path: string;
  /** the fields that are wrong or missing */
  readonly fields: string[];

  constructor(path: string, fields: string[]) {
    super('unavailable', 'The service is not available. Please try again later.', {
      retryAfter: 60,
      cause: new Error(`${path} is malformed: ${fields.join(', ')}`),
    });
    this.name = 'MalformedDocument';
    this.path = path;
    this.fields = fields;
  }
}

/**
 * The fields of a document, parsed with its schema. Unknown fields, such as those of a later version, are left out.
 * @throws MalformedDocument
 */
export function parseFields<Schema extends z.core.$ZodType>(
  schema: Schema,
  path: string,
  fields: unknown,
): z.output<Schema> {
  const parsed = z.safeParse(schema, mapLeaves(fields, plain));
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map(({ path: [field] }) => String(field ?? 'all')));
  throw new MalformedDocument(path, [...wrong]);
}

/** A stored document, as `parseFields` parses it; undefined if it does not exist. @throws MalformedDocument */
export function parseSnapshot<Schema extends z.core.$ZodType>(
  schema: Schema,
  snapshot: DocumentSnapshot,
): z.output<Schema> | undefined {
  return snapshot.exists ? parseFields(schema, snapshot.ref.path, snapshot.data()) : undefined;
}

/** What documents are read and written with. */
export type DataSource = Pick<Tools, 'db' | 'report' | 'withReadDeadline'>;

/** Logs each malformed document once, without its content. */
export function createMalformedLog(log: Log): Tools['report'] {
  const reported = new Set<string>();
  return ({ path, fields }) => {
    if (reported.has(path)) return;
    reported.add(path);
    log({
      severity: 'WARNING',
      message: 'A malformed document is skipped; see docs/operating.md',
      document: redact(path),
      fields,
    });
  };
}

/** A stored document; undefined if it does not exist, or if it is malformed and was reported. */
export function parseOrReport<Schema extends z.core.$ZodType>(
  schema: Schema,
  snapshot: DocumentSnapshot,
  report: Tools['report'],
): z.output<Schema> | undefined {
  try {
    return parseSnapshot(schema, snapshot);
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error;
    report(error);
    return undefined;
  }
}

/**
 * The documents of a collection that have one schema. A malformed one is reported and counts as missing.
 * Each document costs one billed read.
 * @param encode the name of the document with an id
 */
export function openDocuments<Fields extends DocumentData>(
  { db, report, withReadDeadline }: DataSource,
  name: string,
  schema: z.core.$ZodType<Fields>,
  encode = (id: string) => id,
) {
  const collection = db.collection(name);
  const reference = (id: string) => collection.doc(encode(id));
  const parse = (snapshot: DocumentSnapshot) => parseOrReport(schema, snapshot, report);
  return {
    collection,
    parse,
    /** A document outside a transaction. */
    find: async (id: string) => parse(await withReadDeadline(reference(id).get())),
    read: async ({ sdk }: Transaction, id: string) => parse(await sdk.get(reference(id))),
    /** The commit fails if the document exists. */
    create: ({ sdk }: Transaction, id: string, fields: Fields): unknown =>
      sdk.create(reference(id), fields),
    /** Fields that this version of the code does not know are left alone. */
    write: ({ sdk }: Transaction, id: string, fields: Fields): unknown =>
      sdk.set(reference(id), fields, { merge: true }),
    /** The commit fails if the document does not exist. */
    update: ({ sdk }: Transaction, id: string, changes: UpdateData<Fields>): unknown =>
      sdk.update(reference(id), changes),
    remove: ({ sdk }: Transaction, id: string): unknown => sdk.delete(reference(id)),
  };
}
