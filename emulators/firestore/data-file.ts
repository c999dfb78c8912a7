import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from './database.ts';
import { decodeDocument, encodeDocument } from './document-codec.ts';
import type { Document, Micros } from './value.ts';
import { isMessage } from './wire.ts';

const FORMAT = 'embedded-firestore-1';

/**
 * The documents of a database in one file: a line of JSON that heads it, a line for each document,
 * and a last line with their number and SHA-256, so that a cut or damaged file is noticed.
 */
export class DataFile {
  readonly #path: string;
  readonly #database: Database;
  /** A version never changes, so its line is computed once. */
  readonly #lines = new WeakMap<Document, string>();
  #savedAt: Micros = 0;

  constructor(path: string, database: Database) {
    this.#path = path;
    this.#database = database;
  }

  /**
   * Loads the file into the empty database, if there is a file.
   *
   * @throws Error when it is damaged; the file stays as it is
   */
  load(): void {
    let content: string;
    try {
      content = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if (isMessage(error) && error['code'] === 'ENOENT') return;
      throw error;
    }
    try {
      const { documents, savedAt } = decode(content);
      this.#database.load(documents, savedAt);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The Firestore emulator's data file ${this.#path} is damaged and was left untouched: ${reason} Restore it or delete it.`,
        { cause: error },
      );
    }
  }

  /** Replaces the file by the present documents, if any has changed since the last time. */
  save(): void {
    const changedAt = this.#database.changedAt;
    if (changedAt <= this.#savedAt) return;
    const lines = [JSON.stringify({ format: FORMAT, savedAt: this.#database.clock.last })];
    for (const document of this.#database.store.all()) lines.push(this.#lineOf(document));
    const body = `${lines.join('\n')}\n`;
    replaceFile(this.#path, `${body}${JSON.stringify(trailer(lines.length - 1, body))}\n`);
    this.#savedAt = changedAt;
  }

  #lineOf(document: Document): string {
    const known = this.#lines.get(document);
    if (known !== undefined) return known;
    const line = JSON.stringify(encodeDocument(document));
    this.#lines.set(document, line);
    return line;
  }
}

function trailer(documents: number, body: string): { documents: number; sha256: string } {
  return { documents, sha256: createHash('sha256').update(body).digest('hex') };
}

function decode(content: string): { documents: Document[]; savedAt: Micros } {
  const end = content.lastIndexOf('\n', content.length - 2) + 1;
  const body = content.slice(0, end);
  const lines = body.split('\n').slice(0, -1);
  if (`${JSON.stringify(trailer(lines.length - 1, body))}\n` !== content.slice(end)) {
    throw new Error('Its check sum is wrong.');
  }
  const [head, ...rest] = lines;
  const parsed: unknown = JSON.parse(head ?? '');
  if (!isMessage(parsed) || parsed['format'] !== FORMAT || typeof parsed['savedAt'] !== 'number') {
    throw new Error('It has another format.');
  }
  return {
    documents: rest.map((line) => decodeDocument(JSON.parse(line))),
    savedAt: parsed['savedAt'],
  };
}

/** Writes a file beside the old one, makes sure that it is on disk, and puts it in its place. */
function replaceFile(path: string, content: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.tmp`;
  const file = openSync(draft, 'w');
  try {
    const data = Buffer.from(content);
    for (let written = 0; written < data.length;) {
      written += writeSync(file, data, written);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  const directory = openSync(folder, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
