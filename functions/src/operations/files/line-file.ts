import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type * as z from 'zod/mini';
import { boundedLines } from './bounded-lines.ts';

/** A file of JSON Lines that is being written. */
export interface LineFile {
  /** Appends a line; waits until the stream can take more. */
  write(value: unknown): Promise<void>;
  /** @returns the number of lines, and the file's SHA-256 */
  close(): Promise<{ lines: number; sha256: string }>;
}

/** Creates a file that only its owner may read. Writing fails if the file exists. */
export function createLineFile(path: string): LineFile {
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const hash = createHash('sha256');
  const done = finished(stream);
  // `write` and `close` report the error; without this it would be an unhandled rejection before that.
  done.catch(() => undefined);
  let lines = 0;
  return {
    async write(value) {
      const line = `${JSON.stringify(value)}\n`;
      hash.update(line);
      lines += 1;
      if (!stream.write(line)) await Promise.race([once(stream, 'drain'), done]);
    },
    async close() {
      stream.end();
      await done;
      return { lines, sha256: hash.digest('hex') };
    },
  };
}

/** Several times the size of a 1 MiB document as JSON. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** The text of a file, in pieces. */
export async function* textOf(path: string): AsyncGenerator<string> {
  for await (const piece of createReadStream(path, { encoding: 'utf8' })) yield String(piece);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The lines of a JSON Lines file.
 * @param schema the schema of each line
 * @throws Error naming the first line that does not match it
 */
export async function* readLineFile<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  for await (const record of boundedLines(textOf(path), LONGEST_LINE)) {
    const { line } = record;
    if ('problem' in record) throw new Error(`${path}, line ${line}: ${record.problem}`);
    const value = parseJson(record.text);
    if (value === undefined) throw new Error(`${path}, line ${line} is not JSON.`);
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole line');
      throw new Error(`${path}, line ${line} is malformed: ${[...new Set(fields)].join(', ')}.`);
    }
    yield parsed.data;
  }
}

/** The SHA-256 of a file; undefined if there is no such file. */
export async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) {
      if (piece instanceof Uint8Array) hash.update(piece);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}
