import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's root folder. */
export const root = join(import.meta.dirname, '..', '..');

/** The local stack's project. Ids with `demo-` are reserved for emulators: no real project has one. */
export const projectId = 'demo-chuck-norris-facts';

/** The bucket of the local stack's images. */
export const storageBucket = `${projectId}.appspot.com`;

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object (and not an array or null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads one section of a firebase.json.
 * @param name such as `hosting` or `emulators`
 * @param folder the folder that holds firebase.json
 * @throws {Error} if the section is missing or not an object
 */
export function firebaseJsonSection(name: string, folder: string = root): JsonObject {
  const file: unknown = JSON.parse(readFileSync(join(folder, 'firebase.json'), 'utf8'));
  const section = isJsonObject(file) ? file[name] : undefined;
  if (!isJsonObject(section)) throw new Error(`firebase.json has no section "${name}".`);
  return section;
}
