import type { Checksums } from './checksums.ts';
import { applySettings, parseSettings, type ObjectSettings } from './object-settings.ts';

/** A stored object without its content. */
export interface ObjectRecord extends Checksums {
  bucket: string;
  name: string;
  /** Changes with the content. */
  generation: string;
  /** Changes with the settings; begins at 1 for each generation. */
  metageneration: string;
  /** in bytes */
  size: number;
  timeCreated: string;
  updated: string;
  settings: ObjectSettings;
}

/** The object resource of the JSON API. */
export function objectResource(record: ObjectRecord): Record<string, unknown> {
  const { bucket, name, generation, metageneration, settings } = record;
  return {
    kind: 'storage#object',
    id: `${bucket}/${name}/${generation}`,
    name,
    bucket,
    generation,
    metageneration,
    storageClass: 'STANDARD',
    size: String(record.size),
    md5Hash: record.md5Hash,
    crc32c: record.crc32c,
    etag: etagOf(record),
    timeCreated: record.timeCreated,
    updated: record.updated,
    timeStorageClassUpdated: record.timeCreated,
    ...settings,
  };
}

/** Differs between any two states of an object. */
export function etagOf({ generation, metageneration }: ObjectRecord): string {
  return Buffer.from(`${generation}/${metageneration}`).toString('base64');
}

/**
 * Reads what the store wrote.
 * @throws {Error} if it is malformed
 */
export function parseObjectRecord(json: string): ObjectRecord {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) throw damaged('the record');
  const fields = new Map<string, unknown>(Object.entries(value));
  const text = (key: string) => {
    const field = fields.get(key);
    if (typeof field !== 'string') throw damaged(key);
    return field;
  };
  const size = fields.get('size');
  if (typeof size !== 'number') throw damaged('size');
  return {
    bucket: text('bucket'),
    name: text('name'),
    generation: text('generation'),
    metageneration: text('metageneration'),
    size,
    timeCreated: text('timeCreated'),
    updated: text('updated'),
    crc32c: text('crc32c'),
    md5Hash: text('md5Hash'),
    settings: applySettings({}, parseSettings(JSON.stringify(fields.get('settings') ?? {}))),
  };
}

function damaged(what: string): Error {
  return new Error(`A stored object is damaged: ${what}.`);
}
