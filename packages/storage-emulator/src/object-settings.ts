import { invalid, notImplemented } from './storage-error.ts';

/** What a client sets on an object besides its content. */
export interface ObjectSettings {
  contentType?: string;
  cacheControl?: string;
  contentDisposition?: string;
  contentLanguage?: string;
  metadata?: Readonly<Record<string, string>>;
}

/** A change of settings: null removes a setting, missing ones stay. */
export interface SettingsPatch {
  texts: Partial<Record<TextSetting, string | null>>;
  metadata: Readonly<Record<string, string | null>> | null;
}

const TEXT_SETTINGS = [
  'contentType',
  'cacheControl',
  'contentDisposition',
  'contentLanguage',
] as const;

/** The bytes of all keys and values of the custom metadata. */
const MAX_METADATA = 8192;

type TextSetting = (typeof TEXT_SETTINGS)[number];

// Repeats of the address or of what the store computes itself.
const IGNORED = ['name', 'bucket', 'kind'];

/**
 * Reads the JSON of an upload, copy or patch.
 * @param json the request's body; empty means no change
 * @throws {StorageError} 400 if it is malformed, 501 for a field that is not implemented
 */
export function parseSettings(json: string): SettingsPatch {
  const body = parseObject(json);
  const patch: SettingsPatch = { texts: {}, metadata: {} };
  for (const [key, value] of Object.entries(body)) {
    const setting = TEXT_SETTINGS.find((name) => name === key);
    if (setting !== undefined) patch.texts[setting] = textOrNull(key, value);
    else if (key === 'metadata') patch.metadata = parseMetadata(value);
    else if (!IGNORED.includes(key)) throw notImplemented(`the object field "${key}"`);
  }
  return patch;
}

/** `settings` after the change `patch`. @throws {StorageError} 400 if the metadata is too large */
export function applySettings(settings: ObjectSettings, patch: SettingsPatch): ObjectSettings {
  const result: ObjectSettings = {};
  for (const name of TEXT_SETTINGS) {
    const value = name in patch.texts ? patch.texts[name] : settings[name];
    if (typeof value === 'string') result[name] = value;
  }
  const metadata: Record<string, string> = {};
  const merged = patch.metadata === null ? {} : { ...settings.metadata, ...patch.metadata };
  for (const [key, value] of Object.entries(merged)) {
    if (value !== null) metadata[key] = value;
  }
  const size = Object.entries(metadata)
    .flat()
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  // Source: https://cloud.google.com/storage/quotas#objects
  if (size > MAX_METADATA) throw invalid(`The metadata has ${size} bytes, more than 8 KiB.`);
  if (Object.keys(metadata).length > 0) result.metadata = metadata;
  return result;
}

function parseObject(json: string): Record<string, unknown> {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // falls through: the same answer
  }
  throw invalid('The body is not a JSON object.');
}

function parseMetadata(value: unknown): SettingsPatch['metadata'] {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalid('metadata is not an object.');
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, textOrNull(`metadata.${key}`, entry)]),
  );
}

function textOrNull(key: string, value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  throw invalid(`${key} is not a string.`);
}
