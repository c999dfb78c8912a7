import { randomUUID } from 'node:crypto';
import type { ObjectAddress, Preconditions } from './object-store.ts';
import type { SettingsPatch } from './object-settings.ts';
import { invalid, StorageError } from './storage-error.ts';

/** An upload in chunks. */
export interface UploadSession {
  address: ObjectAddress;
  settings: SettingsPatch;
  preconditions: Preconditions;
  received: Buffer;
}

/** The state of an upload after a chunk. */
export interface UploadProgress {
  session: UploadSession;
  /** Whether the content is complete. */
  complete: boolean;
}

/** The uploads in progress. They are in memory, so after a restart the client has to start again. */
export class ResumableUploads {
  readonly #sessions = new Map<string, UploadSession>();

  /** @returns the id of a new upload */
  start(session: Omit<UploadSession, 'received'>): string {
    const id = randomUUID();
    this.#sessions.set(id, { ...session, received: Buffer.alloc(0) });
    return id;
  }

  /**
   * Receives a chunk.
   * @param contentRange such as `bytes 0-9/10`, `bytes 0-9/*` for one of an unknown total, `bytes
   *   0-*\/*` for all at once, or `bytes *\/10` to ask how much has arrived
   * @throws {StorageError} 404 for an unknown upload, 400 for a chunk that does not fit
   */
  receive(id: string, contentRange: string | undefined, piece: Buffer): UploadProgress {
    const session = this.#find(id);
    const range = parseContentRange(contentRange, piece.byteLength);
    if (range.start !== null) {
      if (range.start !== session.received.byteLength) throw invalid('The chunk leaves a gap.');
      session.received = Buffer.concat([session.received, piece]);
    }
    const complete = range.total === session.received.byteLength;
    return { session, complete };
  }

  /** Removes an upload. @throws {StorageError} 404 for an unknown one */
  end(id: string): void {
    this.#find(id);
    this.#sessions.delete(id);
  }

  clear(): void {
    this.#sessions.clear();
  }

  #find(id: string): UploadSession {
    const session = this.#sessions.get(id);
    if (session === undefined) throw new StorageError(404, 'notFound', 'No such upload.');
    return session;
  }
}

/** `start` is null for a status request; `total` is null while it is unknown. */
function parseContentRange(
  header: string | undefined,
  length: number,
): { start: number | null; total: number | null } {
  if (header === undefined) return { start: 0, total: length };
  const match = /^bytes (?:\*|(\d+)-(\d+|\*))\/(\d+|\*)$/.exec(header);
  if (match === null) throw invalid('Content-Range is malformed.');
  const [, first, last, size = '*'] = match;
  const start = first === undefined ? null : Number(first);
  if (start === null && length > 0) throw invalid('A status request for an upload has no body.');
  if (start !== null && last !== '*' && Number(last) !== start + length - 1) {
    throw invalid('The body is not as long as Content-Range says.');
  }
  if (size !== '*') return { start, total: Number(size) };
  return { start, total: start !== null && last === '*' ? start + length : null };
}
