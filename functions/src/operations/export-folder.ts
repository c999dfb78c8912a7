import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { imageFileName, moment } from '../contract/index.ts';

/** Collections that are neither exported nor restored: what is made from the jokes, and who is signed in. */
export const LEFT_OUT: ReadonlySet<string> = new Set(['catalog', 'sessions']);

/** The name of the file that is written last, so a folder without one is an interrupted export. */
export const MANIFEST = 'manifest.json';

/** A line of `images.jsonl`, for a file in `images/`. */
export const imageLine = z.object({ name: imageFileName, joke_id: z.int() });

const FORMAT = 2;

/** The names of collections that can be names of files beside `images.jsonl`. */
export const COLLECTION = /^(?!images$)[\w-]+$/;

/** incremented when the layout of an export changes */
const format = z.object({ format: z.unknown() });

const manifest = z.object({
  format: z.literal(FORMAT),
  project: z.string(),
  /** the moment at which the documents were read */
  exported_at: moment,
  /** how many documents each collection has; they are in `{collection}.jsonl` */
  collections: z.record(z.string().regex(COLLECTION), z.int()),
  /** how many image files `images.jsonl` lists */
  images: z.int(),
});

/** What an export contains. */
export type Manifest = z.infer<typeof manifest>;

/** The file with the documents of a collection, or with the list of images. */
export const linesPath = (folder: string, name: string) => join(folder, `${name}.jsonl`);

export const imagePath = (folder: string, name: string) => join(folder, 'images', name);

/** @param source where the text is from, for the error */
function parseJson<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  source: string,
): z.infer<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${source} is not JSON.`, { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'all of it');
  throw new Error(`${source} is malformed: ${[...new Set(fields)].join(', ')}.`);
}

/** @throws Error if the folder is not a complete export of this format */
export async function readManifest(folder: string): Promise<Manifest> {
  const given = await stat(folder).catch(() => undefined);
  if (!given) throw new Error(`Couldn’t find ${folder}.`);
  if (!given.isDirectory()) throw new Error(`${folder} is a file: give the folder of an export.`);
  const path = join(folder, MANIFEST);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`${folder} is not a complete export: it has no ${MANIFEST}.`, { cause });
  });
  const written = parseJson(format, text, path).format;
  if (written === FORMAT) return parseJson(manifest, text, path);
  throw new Error(
    `${folder} is an export of format ${JSON.stringify(written)}, and this version restores format ${FORMAT}: use the version that wrote it.`,
  );
}

/**
 * Writes values as JSON Lines into a new file that only its owner may read.
 * @returns the number of lines
 * @throws Error if the file exists
 */
export async function writeLines(path: string, values: AsyncIterable<unknown>): Promise<number> {
  let lines = 0;
  async function* encoded(): AsyncGenerator<string> {
    for await (const value of values) {
      lines += 1;
      yield `${JSON.stringify(value)}\n`;
    }
  }
  await pipeline(encoded, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return lines;
}

/** Of a line, in characters. A document has at most 1 MiB, and JSON writes a character with six at most. */
const MAX_LINE = 7_000_000;

/** The lines of a file; only a line feed ends one. @throws Error if one is longer than any document */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) {
      throw new Error(
        `The export is damaged: ${path} has a line that is longer than any document.`,
      );
    }
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * The lines of a file of `writeLines`, parsed.
 * @param expected the number of lines
 * @throws Error naming the first line that does not match the schema, or, at the end, the file if it has other
 *   lines or one that is too long
 */
export async function* readLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  expected: number,
): AsyncGenerator<z.infer<Schema>> {
  let line = 0;
  for await (const text of linesOf(path)) {
    line += 1;
    yield parseJson(schema, text, `${path}, line ${line}`);
  }
  if (line === expected) return;
  throw new Error(`The export is damaged: ${path} has ${line} lines instead of ${expected}.`);
}
