import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Change, Journal } from '../database.ts';
import { Code, RpcError } from '../status.ts';
import type { Document } from '../values/value.ts';
import { decodeDocument, encodeDocument } from '../wire/protocol.ts';

/** Marks the SQLite files of this emulator. */
const APPLICATION_ID = 0x46_53_45_31;
const OWNER_ONLY = 0o600;

/**
 * The documents of a database in an SQLite file. A commit is in it before it is applied, so no reader
 * sees what is not in the file.
 */
export class DataFile implements Journal {
  readonly #path: string;
  readonly #file: DatabaseSync;
  readonly #set: StatementSync;
  readonly #delete: StatementSync;
  #refusing = false;

  /**
   * Opens the file, which no other process can use then; creates it if it does not exist.
   *
   * @throws Error when it is not a file of this emulator or in use; it is not changed
   */
  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', OWNER_ONLY));
    // SQLite gives the log beside it the same mode.
    chmodSync(path, OWNER_ONLY);
    this.#file = new DatabaseSync(path);
    try {
      prepare(this.#file);
      this.#set = this.#file.prepare(
        'INSERT INTO documents VALUES (?, ?) ON CONFLICT DO UPDATE SET content = excluded.content',
      );
      this.#delete = this.#file.prepare('DELETE FROM documents WHERE name = ?');
    } catch (error) {
      throw this.#unusable(error);
    }
  }

  /**
   * Reads all documents.
   *
   * @throws Error when the file is damaged
   */
  load(): Document[] {
    try {
      const rows = this.#file.prepare('SELECT content FROM documents').iterate();
      return Array.from(rows, ({ content }) => {
        if (!(content instanceof Uint8Array)) throw new Error('a document is missing');
        return decodeDocument(content);
      });
    } catch (error) {
      throw this.#unusable(error);
    }
  }

  /**
   * Writes a change to the file; after a restart all of it is there or nothing.
   *
   * @throws RpcError UNAVAILABLE when the disk is full or fails
   */
  append(change: Change): void {
    if (!this.#file.isOpen) throw new RpcError(Code.UNAVAILABLE, 'The emulator has stopped.');
    try {
      this.#write(change);
    } catch (error) {
      if (this.#file.isTransaction) this.#file.exec('ROLLBACK');
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
    if (this.#file.isOpen) this.#file.close();
  }

  #write(change: Change): void {
    this.#file.exec('BEGIN');
    if (change === null) this.#file.exec('DELETE FROM documents');
    for (const [name, document] of change ?? []) {
      if (document === null) this.#delete.run(name);
      else this.#set.run(name, encodeDocument(document));
    }
    this.#file.exec('COMMIT');
  }

  #unusable(error: unknown): Error {
    this.close();
    const reason = error instanceof Error ? error.message : String(error);
    return new Error(
      `The Firestore emulator can't use the data file ${this.#path}: ${reason}. Restore it or delete it.`,
      { cause: error },
    );
  }
}

function prepare(file: DatabaseSync): void {
  // The log is in a file of its own until it has 1,000 pages. No commit waits for the disk, but a
  // power failure leaves a complete earlier state.
  const start = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;';
  file.exec('PRAGMA locking_mode = EXCLUSIVE');
  const id = file.prepare('PRAGMA application_id').get()?.['application_id'];
  if (id === APPLICATION_ID) {
    file.exec(start);
    return;
  }
  if (file.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined || id !== 0) {
    throw new Error('it belongs to another program');
  }
  file.exec(
    `${start}
     BEGIN;
     PRAGMA application_id = ${APPLICATION_ID};
     CREATE TABLE documents (name TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT;
     COMMIT`,
  );
}
