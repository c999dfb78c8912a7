import {
  Timestamp,
  type DocumentData,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
  type UpdateData,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import type { Log } from './log.ts';
import { ApiError } from '../contract/index.ts';
import { redact } from './redact.ts';
import { createReadDeadline, type ReadDeadline } from './read-deadline.ts';

/** The most malformed documents that an instance logs; more lines would add nothing. */
const MOST_REPORTED = 1_000;

/** A stored value with its Timestamps as Dates and its bytes as plain Uint8Arrays. */
function plain(value: unknown): unknown {
  // Unlike toDate, which rounds: the last moment that Firestore can store would be in the year 10000.
  if (value instanceof Timestamp) return new Date(value.toMillis());
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value)) return value.map(plain);
  // References, points and vectors stay what they are: no schema accepts them, and a reference has no end.
  const isMap =
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
  if (isMap) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  }
  return value;
}

/** Describes which fields of a document are malformed, for people. */
function describeMalformed(document: { path: string; fields: string[] }): string {
  return `${document.path} is malformed: ${document.fields.join(', ')}`;
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
      cause: new Error(describeMalformed({ path, fields })),
    });
    this.name = 'MalformedDocument';
    this.path = path;
    this.fields = fields;
  }
}

/**
 * The fields of a document, parsed with its schema. Unknown fields, such as those of a later version, are
 * left out.
 * @throws MalformedDocument
 */
function parseFields<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  fields: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(plain(fields));
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map(({ path: [field] }) => String(field ?? 'all')));
  throw new MalformedDocument(path, [...wrong]);
}

/**
 * A stored document, parsed with its schema; undefined if it does not exist.
 * @throws MalformedDocument
 */
export function parseSnapshot<Schema extends z.ZodMiniType>(
  schema: Schema,
  snapshot: DocumentSnapshot,
): z.output<Schema> | undefined {
  return snapshot.exists ? parseFields(schema, snapshot.ref.path, snapshot.data()) : undefined;
}

/** Called with each malformed document that is skipped. */
export type ReportMalformed = (document: MalformedDocument) => void;

/** For the operator's commands, which report malformed documents themselves. */
export const reportNothing: ReportMalformed = () => undefined;

/** Where documents are read and written. */
export interface DataSource {
  db: Firestore;
  /** called with each malformed document; by default nothing */
  report?: ReportMalformed;
  withReadDeadline?: ReadDeadline;
}

/** Logs each malformed document once, without its content. */
export function createMalformedLog(log: Log): ReportMalformed {
  const reported = new Set<string>();
  return ({ path, fields }) => {
    if (reported.has(path) || reported.size >= MOST_REPORTED) return;
    reported.add(path);
    log({
      severity: 'WARNING',
      message: 'A malformed document is skipped; see docs/operating.md',
      document: redact(path, []),
      fields,
    });
  };
}

/** A stored document; undefined if it does not exist, or if it is malformed and was reported. */
export function parseOrReport<Schema extends z.ZodMiniType>(
  schema: Schema,
  snapshot: DocumentSnapshot,
  report: ReportMalformed,
): z.output<Schema> | undefined {
  try {
    return parseSnapshot(schema, snapshot);
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error;
    report(error);
    return undefined;
  }
}

type Id = string | number;

/**
 * The documents of a collection that have one schema. A malformed one is reported and counts as missing.
 * Each document costs one billed read.
 * @param encode the name of the document with an id
 */
export function openDocuments<Fields extends DocumentData>(
  { db, report = reportNothing, withReadDeadline = createReadDeadline() }: DataSource,
  name: string,
  schema: z.ZodMiniType<Fields>,
  encode: (id: string) => string = String,
) {
  const collection = db.collection(name);
  const reference = (id: Id) => collection.doc(encode(String(id)));
  const parse = (snapshot: DocumentSnapshot) => parseOrReport(schema, snapshot, report);
  return {
    collection,
    parse,
    /** A document outside a transaction. */
    find: async (id: Id) => parse(await withReadDeadline(reference(id).get())),
    read: async (transaction: Transaction, id: Id) => parse(await transaction.get(reference(id))),
    /** The commit fails if the document exists. */
    create: (transaction: Transaction, id: Id, fields: Fields): unknown =>
      transaction.create(reference(id), fields),
    /** Fields that this version of the code does not know are left alone. */
    write: (transaction: Transaction, id: Id, fields: Fields): unknown =>
      transaction.set(reference(id), fields, { merge: true }),
    /** The commit fails if the document does not exist. */
    update: (transaction: Transaction, id: Id, changes: UpdateData<Fields>): unknown =>
      transaction.update(reference(id), changes),
    remove: (transaction: Transaction, id: Id): unknown => transaction.delete(reference(id)),
  };
}

/** A document that all instances share, see {@link openDocument}. */
export interface StoredDocument<Fields> {
  /** One billed read; in the transaction if one is given. */
  read: (transaction?: Transaction) => Promise<Fields | undefined>;
  write: (transaction: Transaction, fields: Fields) => void;
}

/** The only document of a collection. A malformed one is reported and counts as missing. */
export function openDocument<Fields extends DocumentData>(
  source: DataSource,
  [name, id]: readonly [collection: string, id: string],
  schema: z.ZodMiniType<Fields>,
): StoredDocument<Fields> {
  const documents = openDocuments(source, name, schema);
  return {
    read: (transaction) => (transaction ? documents.read(transaction, id) : documents.find(id)),
    write: (transaction, fields) => void documents.write(transaction, id, fields),
  };
}
