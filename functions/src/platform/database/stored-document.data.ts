import {
  Timestamp,
  type CollectionReference,
  type DocumentSnapshot,
  type Firestore,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import type { Log } from '../logging/log.ts';
import { ApiError } from '../../contract/index.ts';
import { redact } from '../logging/redact.ts';

/**
 * The version of the documents that this code writes, stored in their field `schema_version`. Documents
 * without the field have version 0. A version that changes documents needs a step in
 * `operations/migrations.data.ts`.
 */
export const SCHEMA_VERSION = 1;

/** The most malformed documents that an instance logs; more lines would add nothing. */
const MOST_REPORTED = 1_000;

/** A stored value with its Timestamps as Dates and its bytes as plain Uint8Arrays. */
function plain(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate();
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  }
  return value;
}

/** Describes which fields of a document are malformed, for people. */
export function describeMalformed(document: { path: string; fields: string[] }): string {
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
export function parseFields<Schema extends z.ZodMiniType>(
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

/**
 * A collection that adds the schema version to documents that are written as a whole. An update leaves
 * the version as it is: only a migration raises it.
 */
export function openCollection(db: Firestore, name: string): CollectionReference {
  return db.collection(name).withConverter({
    toFirestore: (fields) => ({ ...fields, schema_version: SCHEMA_VERSION }),
    fromFirestore: (snapshot) => snapshot.data(),
  });
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
}

/** Logs each malformed document once, without its content. */
export function createMalformedLog(log: Log): ReportMalformed {
  const reported = new Set<string>();
  return ({ path, fields }) => {
    if (reported.has(path) || reported.size >= MOST_REPORTED) return;
    reported.add(path);
    log({
      severity: 'WARNING',
      message: 'A malformed document is skipped; see npm run catalog:check and npm run migrate',
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
