import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type * as z from 'zod/mini';

/** A line of a text file without its LF; `line` counts from 1. */
export interface TextLine {
  line: number;
  text: string;
}

/**
 * The lines of a UTF-8 file, streamed, without a byte order mark. Only LF ends a line: node:readline
 * would also break at U+2028, which may occur within JSON.
 * @param longest the most UTF-16 units of a line; of a longer one, only one more than that is returned
 */
export async function* readLines(path: string, longest: number): AsyncGenerator<TextLine> {
  let line = 1;
  let text = '';
  const append = (part: string) => {
    if (text.length <= longest) text = (text + part).slice(0, longest + 1);
  };
  for await (const piece of createReadStream(path, { encoding: 'utf8' })) {
    for (const [index, part] of String(piece).split('\n').entries()) {
      if (index > 0) {
        yield { line, text };
        line += 1;
        text = '';
      }
      append(line === 1 && text === '' ? part.replace(/^\uFEFF/, '') : part);
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
  await pipeline(encoded, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { lines, sha256: hash.digest('hex') };
}

/** The SHA-256 of a file; undefined if there is no such file. */
export async function hashFile(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
