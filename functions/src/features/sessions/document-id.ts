/**
 * Encodes a text of any characters as a document id. Different texts get different ids, and letters and
 * digits stay readable. Firestore refuses slashes, `.`, `..` and `__…__`
 * (https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields).
 * @param text not empty, well-formed Unicode
 */
export function documentId(text: string): string {
  return encodeURIComponent(text).replace(/\./g, '%2E').replace(/^_/, '%5F');
}
