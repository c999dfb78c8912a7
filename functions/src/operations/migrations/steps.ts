/** A document as it is stored: Timestamps are Firestore's. */
export interface VersionedDocument {
  collection: string;
  id: string;
  fields: Readonly<Record<string, unknown>>;
}

/**
 * What a document needs to be one of the next version: the fields to set, beside `schema_version`. It
 * may run again on its own result. A step that changes what visitors see also sets `updated_at`.
 */
export type Step = (document: VersionedDocument) => Record<string, unknown>;

/** The step at n leads from version n to n + 1; there are as many as `SCHEMA_VERSION` says. */
export const STEPS: readonly Step[] = [
  // Version 1 has the same fields as the documents before it, and says so.
  () => ({}),
];
