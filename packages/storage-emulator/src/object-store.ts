import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { checksums } from './checksums.ts';
import { parseObjectRecord, type ObjectRecord } from './object-record.ts';
import { applySettings, type SettingsPatch } from './object-settings.ts';
import { StorageError } from './storage-error.ts';

/** What must be true of the current object; otherwise 412. Generation "0": the object doesn't exist. */
export interface Preconditions {
  ifGenerationMatch?: string | undefined;
  ifMetagenerationMatch?: string | undefined;
}

/** The address of an object. */
export interface ObjectAddress {
  bucket: string;
  name: string;
}

/**
 * Objects in a folder: per object a JSON file that names its generation, and one file with the
 * content of that generation. Both are written to new files and renamed, content first, so a
 * crash leaves either the old object or the new one. File names are hashes of object names.
 * Only the folder's owner can read it.
 */
export class ObjectStore {
  readonly #directory: string;
  readonly #objects = new Map<string, ObjectRecord>();
  #lastGeneration = 0;
  #refusing = false;

  /** Opens the folder, creates it if necessary and deletes what a crash left behind. */
  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o700);
    const files = readdirSync(directory);
    for (const file of files.filter((name) => name.endsWith('.json'))) {
      const record = parseObjectRecord(readFileSync(join(directory, file), 'utf8'));
      this.#objects.set(keyOf(record), record);
      this.#lastGeneration = Math.max(this.#lastGeneration, Number(record.generation));
    }
    const wanted = new Set(this.all().flatMap((record) => [jsonFile(record), contentFile(record)]));
    for (const file of files) {
      if (!wanted.has(file)) rmSync(join(directory, file));
    }
  }

  /** All objects of all buckets. */
  all(): ObjectRecord[] {
    return [...this.#objects.values()];
  }

  find(address: ObjectAddress): ObjectRecord | undefined {
    return this.#objects.get(keyOf(address));
  }

  /** @throws {StorageError} 404 if it doesn't exist, 412 if the preconditions do not hold */
  get(address: ObjectAddress, preconditions: Preconditions = {}): ObjectRecord {
    const record = this.find(address);
    if (record === undefined) {
      const where = `${address.bucket}/${address.name}`;
      throw new StorageError(404, 'notFound', `No such object: ${where}`);
    }
    this.check(address, preconditions);
    return record;
  }

  /** @throws {StorageError} 412 if the preconditions do not hold */
  check(address: ObjectAddress, { ifGenerationMatch, ifMetagenerationMatch }: Preconditions): void {
    const record = this.find(address);
    const generation = record?.generation ?? '0';
    const metageneration = record?.metageneration ?? '0';
    if (
      (ifGenerationMatch ?? generation) !== generation ||
      (ifMetagenerationMatch ?? metageneration) !== metageneration
    ) {
      const message = 'At least one of the pre-conditions you specified did not hold.';
      throw new StorageError(412, 'conditionNotMet', message);
    }
  }

  content(record: ObjectRecord): Buffer {
    return readFileSync(join(this.#directory, contentFile(record)));
  }

  /**
   * Writes an object, replacing any of that name.
   * @throws {StorageError} 412 if the preconditions do not hold, 503 if the disk is full or fails
   */
  insert(
    address: ObjectAddress,
    patch: SettingsPatch,
    content: Uint8Array,
    preconditions: Preconditions = {},
  ): ObjectRecord {
    this.check(address, preconditions);
    const now = new Date().toISOString();
    this.#lastGeneration = Math.max(Date.now() * 1000, this.#lastGeneration + 1);
    const record: ObjectRecord = {
      bucket: address.bucket,
      name: address.name,
      generation: String(this.#lastGeneration),
      metageneration: '1',
      size: content.byteLength,
      timeCreated: now,
      updated: now,
      ...checksums(content),
      settings: applySettings({ contentType: 'application/octet-stream' }, patch),
    };
    const replaced = this.find(address);
    this.#write(contentFile(record), content);
    try {
      this.#write(jsonFile(record), JSON.stringify(record));
    } catch (error) {
      rmSync(join(this.#directory, contentFile(record)), { force: true });
      throw error;
    }
    this.#objects.set(keyOf(address), record);
    if (replaced !== undefined) rmSync(join(this.#directory, contentFile(replaced)));
    return record;
  }

  /** @throws {StorageError} 404, 412, or 503 if the disk is full or fails */
  patch(
    address: ObjectAddress,
    patch: SettingsPatch,
    preconditions: Preconditions = {},
  ): ObjectRecord {
    const before = this.get(address, preconditions);
    const record: ObjectRecord = {
      ...before,
      metageneration: String(Number(before.metageneration) + 1),
      updated: new Date().toISOString(),
      settings: applySettings(before.settings, patch),
    };
    this.#write(jsonFile(record), JSON.stringify(record));
    this.#objects.set(keyOf(address), record);
    return record;
  }

  /** @throws {StorageError} 404 or 412 */
  delete(address: ObjectAddress, preconditions: Preconditions = {}): void {
    const record = this.get(address, preconditions);
    rmSync(join(this.#directory, jsonFile(record)));
    this.#objects.delete(keyOf(address));
    rmSync(join(this.#directory, contentFile(record)));
  }

  /** Deletes all objects. */
  clear(): void {
    for (const record of this.all()) this.delete(record);
  }

  #write(file: string, content: Uint8Array | string): void {
    const path = join(this.#directory, file);
    const draft = `${path}.new`;
    try {
      writeFileSync(draft, content, { mode: 0o600 });
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw this.#refusal(error);
    }
    if (this.#refusing)
      console.error(`The Storage emulator can write to ${this.#directory} again.`);
    this.#refusing = false;
  }

  /** Reports that writing fails, once until it works again. */
  #refusal(error: unknown): StorageError {
    const reason = error instanceof Error ? error.message : String(error);
    if (!this.#refusing) {
      console.error(
        `The Storage emulator can't write to ${this.#directory}: ${reason}. It refuses uploads until it can; downloads still work.`,
      );
    }
    this.#refusing = true;
    return new StorageError(503, 'backendError', `The object can't be written: ${reason}`);
  }
}

function keyOf({ bucket, name }: ObjectAddress): string {
  return `${bucket}/${name}`;
}

function hashOf(address: ObjectAddress): string {
  return createHash('sha256').update(keyOf(address)).digest('hex');
}

function jsonFile(address: ObjectAddress): string {
  return `${hashOf(address)}.json`;
}

function contentFile(record: ObjectRecord): string {
  return `${hashOf(record)}.${record.generation}`;
}
