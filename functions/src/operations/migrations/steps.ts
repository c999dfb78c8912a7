/** A document as it is stored, with Firestore's Timestamps. */
export interface VersionedDocument {
  collection: string;
  id: string;
  fields: Readonly<Record<string, unknown>>;
}

/**
 * Upgrades a document to the next version: returns the fields to set, besides `schema_version`. It must
 * be idempotent. A step that changes what visitors see also sets `updated_at`.
 */
export type Step = (document: VersionedDocument) => Record<string, unknown>;

/** The step at index n upgrades from version n to n + 1; there are `SCHEMA_VERSION` steps. */
export const STEPS: readonly Step[] = [
  // Version 1 only adds `schema_version`.
  () => ({}),
];
