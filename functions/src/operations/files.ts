import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { pipeline as finish } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';

/** A line of a text file without its end; `line` counts from 1. */
export interface TextLine {
  line: number;
  text: string;
}

/**
 * The text of a file, streamed, without a byte order mark: UTF-8, or UTF-16 if a mark says so. A name that ends with
 * `.gz` means compressed.
 * @throws Error if it can't be decompressed, or is not a text
 */
async function* readText(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const isCompressed = path.toLowerCase().endsWith('.gz');
  const bytes = isCompressed ? pipeline(file, createGunzip(), () => undefined) : file;
  let decoder: TextDecoder | undefined;
  try {
    for await (const piece of bytes) {
      const part = z.instanceof(Uint8Array).parse(piece);
      decoder ??= new TextDecoder(UTF_16.get(`${part[0]} ${part[1]}`) ?? 'utf-8');
      const text = decoder.decode(part, { stream: true });
      // A workbook, or UTF-16 without a mark.
      if (text.includes('\0')) throw new Error(`${path} is not a text: save it as CSV UTF-8.`);
      yield text;
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('Z_')) throw error;
    throw new Error(`${path} is damaged, or not compressed with gzip.`, { cause: error });
  }
}

/** The encodings by the first two bytes of a byte order mark. */
const UTF_16: ReadonlyMap<string, string> = new Map([
  ['255 254', 'utf-16le'],
  ['254 255', 'utf-16be'],
]);

/** What ends the lines of a text, by the first one: some spreadsheets write CR alone. */
function lineEnd(text: string): string | undefined {
  const [first] = /\r(?!\n|$)|\n/.exec(text) ?? [];
  return first;
}

/**
 * The lines of a text file, streamed. Only LF, or only CR, ends a line: node:readline would also break at
 * U+2028, which may occur within JSON.
 * @param longest the most UTF-16 units of a line; of a longer one, only one more than that is returned
 */
export async function* readLines(path: string, longest: number): AsyncGenerator<TextLine> {
  let line = 1;
  let text = '';
  let end: string | undefined;
  for await (const piece of readText(path)) {
    end ??= lineEnd(piece);
    for (const [index, part] of piece.split(end ?? '\n').entries()) {
      if (index > 0) {
        yield { line, text };
        line += 1;
        text = '';
      }
      if (text.length <= longest) text = (text + part).slice(0, longest + 1);
    }
  }
  yield { line, text };
}

/** Several times the size of a 1 MiB document as JSON. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The lines of a JSON Lines file. Blank lines are left out.
 * @param schema the schema of each line
 * @throws Error naming the first line that does not match it
 */
export async function* readJsonLines<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  for await (const { line, text } of readLines(path, LONGEST_LINE)) {
    if (text.length > LONGEST_LINE)
      throw new Error(`${path}, line ${line}: longer than ${LONGEST_LINE} characters`);
    if (text.trim() === '') continue;
    const value = parseJson(text);
    if (value === undefined) throw new Error(`${path}, line ${line} is not JSON.`);
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole line');
      throw new Error(`${path}, line ${line} is malformed: ${[...new Set(fields)].join(', ')}.`);
    }
    yield parsed.data;
  }
}

/**
 * Writes values as JSON Lines into a new file that only its owner may read.
 * @returns the number of lines, and the file's SHA-256
 * @throws Error if the file exists
 */
export async function writeJsonLines(
  path: string,
  values: AsyncIterable<unknown>,
): Promise<{ lines: number; sha256: string }> {
  const hash = createHash('sha256');
  let lines = 0;
  async function* encoded(): AsyncGenerator<string> {
    for await (const value of values) {
      const line = `${JSON.stringify(value)}\n`;
      hash.update(line);
      lines += 1;
      yield line;
    }
  }
  await finish(encoded, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { lines, sha256: hash.digest('hex') };
}

/** The SHA-256 of a file; undefined if there is no such file. */
export async function hashFile(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const hash = createHash('sha256');
  await finish(createReadStream(path), hash);
  return hash.digest('hex');
}
