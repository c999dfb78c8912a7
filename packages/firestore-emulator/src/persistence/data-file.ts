import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Change, Database, Journal } from '../database.ts';
import { decodeDocument, encodeDocument } from './document-codec.ts';
import { Code, RpcError } from '../status.ts';
import type { Document, Micros } from '../values/value.ts';
import { isMessage } from '../wire/message.ts';

const FORMAT = 'embedded-firestore-2';
/** The format of a snapshot that no commits follow. */
const SNAPSHOT_ONLY = 'embedded-firestore-1';
const TRAILER = '{"documents":';
const NEWLINE = 0x0a;
const OWNER_ONLY = 0o600;
/** The log is compacted into the snapshot when it is larger than both this and the snapshot. */
const MIN_LOG_BYTES = 4 * 1024 * 1024;

/**
 * The documents of a database in one file of lines: a snapshot (a line of JSON that heads it, a line
 * for each document, and a line with their number and SHA-256), then one line for each commit since:
 * a CRC-32 that continues that of the line before, and JSON. A commit is written before it is
 * applied, so no reader sees what is not in the file.
 */
export class DataFile implements Journal {
  readonly #path: string;
  readonly #database: Database;
  /** The open file; null until it is first written as a whole. */
  #file: number | null = null;
  #snapshotBytes = 0;
  /** Where the last complete line ends. */
  #end = 0;
  /** Whether an incomplete line follows. */
  #torn = false;
  #crc = 0;
  #maxLogBytes = 0;
  #refusing = false;
  #closed = false;

  constructor(path: string, database: Database) {
    this.#path = path;
    this.#database = database;
  }

  /**
   * Loads the file, if it exists, into the empty database. Ignores an incomplete last line, whose
   * commit was never answered.
   *
   * @throws Error when it is damaged; the file is not changed
   */
  load(): void {
    let content: Buffer;
    try {
      chmodSync(this.#path, OWNER_ONLY);
      content = readFileSync(this.#path);
    } catch (error) {
      if (isMessage(error) && error['code'] === 'ENOENT') return;
      throw error;
    }
    try {
      const end = content.lastIndexOf(NEWLINE) + 1;
      const { format, documents, time, snapshotBytes, crc } = decode(
        content.toString('utf8', 0, end),
      );
      this.#database.load([...documents.values()], time);
      if (format !== FORMAT) return;
      this.#continueAt(openSync(this.#path, 'r+'), snapshotBytes, crc);
      this.#torn = content.length > end;
      this.#end = end;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The Firestore emulator's data file ${this.#path} is damaged and was not changed: ${reason} Restore it or delete it.`,
        { cause: error },
      );
    }
  }

  /**
   * Writes a change to the file; after a restart all of it is there or nothing.
   *
   * @throws RpcError UNAVAILABLE when the disk is full or fails
   */
  append(change: Change): void {
    if (this.#closed) throw new RpcError(Code.UNAVAILABLE, 'The emulator has stopped.');
    try {
      this.#write(JSON.stringify(encodeChange(change)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!this.#refusing) {
        console.error(
          `The Firestore emulator can't write to ${this.#path}: ${reason}. It refuses writes until it can; reads still work.`,
        );
      }
      this.#refusing = true;
      throw new RpcError(Code.UNAVAILABLE, `The data file can't be written: ${reason}`);
    }
    if (this.#refusing) console.error(`The Firestore emulator can write to ${this.#path} again.`);
    this.#refusing = false;
  }

  close(): void {
    this.#closed = true;
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #write(json: string): void {
    const file = this.#openFile();
    const crc = crc32(json, this.#crc);
    const line = Buffer.from(`${hex(crc)} ${json}\n`);
    if (this.#torn) this.#cutOff(file);
    try {
      writeAll(file, line, this.#end);
    } catch (error) {
      this.#torn = true;
      this.#cutOff(file);
      throw error;
    }
    this.#end += line.length;
    this.#crc = crc;
  }

  /** @returns the file to append to, compacted if the log has grown too large */
  #openFile(): number {
    const file = this.#file;
    if (file === null) return this.#replace();
    if (this.#end - this.#snapshotBytes <= this.#maxLogBytes) return file;
    try {
      return this.#replace();
    } catch {
      // The log holds everything, so compaction can wait.
      this.#maxLogBytes *= 2;
      return file;
    }
  }

  /** Removes what a failed append left after the last complete line. */
  #cutOff(file: number): void {
    ftruncateSync(file, this.#end);
    this.#torn = false;
  }

  /** Replaces the file by a snapshot of the current documents. @returns the new file */
  #replace(): number {
    const { clock, store } = this.#database;
    const lines = [JSON.stringify({ format: FORMAT, savedAt: clock.last })];
    for (const document of store.all()) lines.push(JSON.stringify(encodeDocument(document)));
    const body = `${lines.join('\n')}\n`;
    const trailer = encodeTrailer(lines.length - 1, createHash('sha256').update(body));
    const content = Buffer.from(`${body}${trailer}\n`);
    const file = replaceFile(this.#path, content);
    if (this.#file !== null) closeSync(this.#file);
    this.#continueAt(file, content.length, crc32(trailer));
    return file;
  }

  #continueAt(file: number, snapshotBytes: number, crc: number): void {
    this.#file = file;
    this.#snapshotBytes = snapshotBytes;
    this.#maxLogBytes = Math.max(MIN_LOG_BYTES, snapshotBytes);
    this.#end = snapshotBytes;
    this.#torn = false;
    this.#crc = crc;
  }
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}

function encodeTrailer(documents: number, hash: ReturnType<typeof createHash>): string {
  return JSON.stringify({ documents, sha256: hash.digest('hex') });
}

function encodeChange({ time, documents }: Change): unknown {
  if (documents === null) return { time, cleared: true };
  const set: unknown[] = [];
  const deleted: string[] = [];
  for (const [name, document] of documents) {
    if (document === null) deleted.push(name);
    else set.push(encodeDocument(document));
  }
  return { time, set, deleted };
}

/** Applies a line's change to the documents. @returns its time */
function applyChange(json: string, documents: Map<string, Document>): Micros {
  const change: unknown = JSON.parse(json);
  if (!isMessage(change) || typeof change['time'] !== 'number') throw new Error('It has no time.');
  const { time, cleared, set, deleted } = change;
  if (cleared === true) documents.clear();
  for (const item of Array.isArray(set) ? set : []) {
    const document = decodeDocument(item);
    documents.set(document.name, document);
  }
  for (const name of Array.isArray(deleted) ? deleted : []) documents.delete(String(name));
  return time;
}

interface Decoded {
  readonly format: string;
  readonly documents: ReadonlyMap<string, Document>;
  /** of the last change */
  readonly time: Micros;
  readonly snapshotBytes: number;
  /** to continue from */
  readonly crc: number;
}

/** @throws Error when a line is damaged or missing */
function decode(content: string): Decoded {
  const lines = content.split('\n').slice(0, -1);
  const end = lines.findIndex((line) => line.startsWith(TRAILER));
  const trailer = lines[end];
  const [head, ...rest] = lines.slice(0, Math.max(0, end));
  if (head === undefined || trailer === undefined) throw new Error('It is cut short.');
  const body = [head, ...rest].map((line) => `${line}\n`);
  const hash = createHash('sha256');
  for (const line of body) hash.update(line);
  if (encodeTrailer(rest.length, hash) !== trailer) throw new Error('Its checksum is wrong.');

  const parsed: unknown = JSON.parse(head);
  if (!isMessage(parsed) || typeof parsed['savedAt'] !== 'number')
    throw new Error('It has no time.');
  const { format } = parsed;
  if (format !== FORMAT && format !== SNAPSHOT_ONLY) throw new Error('It has another format.');
  const documents = new Map<string, Document>();
  for (const line of rest) {
    const document = decodeDocument(JSON.parse(line));
    documents.set(document.name, document);
  }
  let time = parsed['savedAt'];
  let crc = crc32(trailer);
  for (const [nth, line] of lines.slice(end + 1).entries()) {
    const json = line.slice(9);
    crc = crc32(json, crc);
    if (line.slice(0, 9) !== `${hex(crc)} `) throw new Error(`Line ${end + nth + 2} is damaged.`);
    time = applyChange(json, documents);
  }
  const snapshotBytes = Buffer.byteLength(body.join('')) + Buffer.byteLength(trailer) + 1;
  return { format, documents, time, snapshotBytes, crc };
}

function writeAll(file: number, data: Buffer, position: number): void {
  for (let written = 0; written < data.length;) {
    written += writeSync(file, data, written, data.length - written, position + written);
  }
}

/**
 * Writes a new file, flushes it to the disk and then replaces the old one.
 *
 * @returns the new file, open
 */
function replaceFile(path: string, content: Buffer): number {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.tmp`;
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', OWNER_ONLY);
  try {
    writeAll(file, content, 0);
    fsyncSync(file);
    renameSync(draft, path);
  } catch (error) {
    closeSync(file);
    rmSync(draft, { force: true });
    throw error;
  }
  const directory = openSync(folder, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
  return file;
}
