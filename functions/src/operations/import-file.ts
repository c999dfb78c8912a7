import { readFile, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod';
import { LINE_FIELDS } from './import-line.ts';

/** A line of an import with its unchecked fields, or the problem with it; `line` counts from 1. */
export type SourceLine = { line: number; fields: unknown } | { line: number; problem: string };

/** Of the uncompressed text; 100,000 facts have less. */
const MAX_MEGABYTES = 128;
const MAX_LINES = 200_000;
/** Of a line or row; no fact needs more. */
const MAX_LENGTH = 100_000;

/** The encodings by the first two bytes of a byte order mark. */
const UTF_16: ReadonlyMap<string, string> = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);
/** The first bytes of a file that is compressed with gzip, whatever its name is: browsers may have decompressed it. */
const GZIP = '1f8b';
const startOf = (bytes: Buffer) => bytes.toString('hex', 0, 2);

/** @throws Error if the file is too large, can't be decompressed, or is not a text */
async function readText(path: string): Promise<string> {
  const maxOutputLength = MAX_MEGABYTES * 1_000_000;
  const tooLarge = `${path} has more than ${MAX_MEGABYTES} MB: split it.`;
  if ((await stat(path)).size > maxOutputLength) throw new Error(tooLarge);
  let bytes = await readFile(path);
  try {
    if (startOf(bytes) === GZIP) bytes = gunzipSync(bytes, { maxOutputLength });
  } catch (cause) {
    const { code } = z.object({ code: z.string() }).parse(cause);
    const damaged = `${path} is damaged: its end is missing, or it is not compressed with gzip.`;
    throw new Error(code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : damaged, { cause });
  }
  const encoding = UTF_16.get(startOf(bytes)) ?? 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // A workbook, or UTF-16 without a mark.
    if (!text.includes('\0')) return text;
  } catch {
    // Bytes that no text in this encoding has.
  }
  throw new Error(`${path} is not a text in UTF-8: save it as CSV UTF-8.`);
}

const own = z.strictObject({ id: z.string(), fields: z.looseObject({}) });

/** What a file is, by its first character, if it is of another kind than its name says. */
const KINDS: readonly [start: string, kind: string, advice: string][] = [
  ['[', 'one JSON array', 'write one object on each line'],
  ['{', 'JSON over several lines', 'write one object on each line'],
  ['<', 'a web page', 'download the file itself'],
  ['', 'not JSON', 'name a file of CSV .csv'],
];

function jsonLine(text: string, line: number): SourceLine {
  if (text.length > MAX_LENGTH) return { line, problem: 'is longer than any fact' };
  try {
    return { line, fields: JSON.parse(text) };
  } catch {
    return { line, problem: 'is not JSON' };
  }
}

function jsonLines(text: string): SourceLine[] {
  const sources: SourceLine[] = [];
  let line = 1;
  for (const [part] of text.matchAll(/\r\n|\r|\n|[^\r\n]+/g)) {
    if (/^[\r\n]/.test(part)) line += 1;
    else if (part.trim() !== '') sources.push(jsonLine(part, line));
    if (sources.length > MAX_LINES) return tooMany();
  }
  const [first] = sources;
  if (first === undefined) return [];
  if ('fields' in first && own.safeParse(first.fields).success) {
    const problem = 'The file is of an export: npm run restore restores its folder';
    return [{ line: first.line, problem }];
  }
  const start = text.trimStart();
  const isWrong = start.startsWith('[') || sources.every((each) => 'problem' in each);
  const isLong = 'problem' in first && first.problem !== 'is not JSON';
  const kind = KINDS.find(([character]) => start.startsWith(character));
  if (!isWrong || isLong || kind === undefined) return sources;
  return [{ line: first.line, problem: `The file is ${kind[1]}: ${kind[2]}` }];
}

const tooMany = (): SourceLine[] => [
  { line: MAX_LINES, problem: `The file has more than ${MAX_LINES} lines: split it` },
];

/** What is wrong, by the code of csv-parse's error. */
const CSV_PROBLEMS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'text after a closing quote',
  INVALID_OPENING_QUOTE: 'a quote inside an unquoted field',
  CSV_QUOTE_NOT_CLOSED: 'an unclosed quote',
  CSV_MAX_RECORD_SIZE: 'is longer than any fact',
};

/** Between fields: some spreadsheets write semicolons or tabs. No column's name contains one. */
const DELIMITERS = [',', ';', '\t'];

function headingProblem(names: readonly string[]): string | undefined {
  if (names.includes('')) return `column ${names.indexOf('') + 1} has no name`;
  const unknown = names.filter((name) => !LINE_FIELDS.includes(name));
  if (unknown.length > 0) {
    return `unknown columns: ${unknown.join(', ')}; known are ${LINE_FIELDS.join(', ')}`;
  }
  if (new Set(names).size < names.length) return 'a duplicate column';
  return names.includes('joke_text') ? undefined : 'the first line must have a column joke_text';
}

/** The delimiter that a spreadsheet has named in a first line of its own, such as `sep=;`. */
const NAMED_DELIMITER = /^\s*"?sep=([^\r\n"])"?[\r\n]+/i;

/** The rows of a text of CSV (RFC 4180); one that is malformed anywhere has only that problem. */
function csvLines(text: string): SourceLine[] {
  const [start, named] = NAMED_DELIMITER.exec(text) ?? [''];
  const [firstLine = ''] = text
    .slice(start.length)
    .trimStart()
    .split(/[\r\n]/, 1);
  const kind = /^[[{]/.test(firstLine)
    ? 'JSON: name it .jsonl'
    : 'a web page: download the file itself';
  if (/^[[{<]/.test(firstLine)) return [{ line: 1, problem: `The file is ${kind}` }];
  const rows: { line: number; row: string[] }[] = [];
  let end = 0;
  try {
    parse(text.slice(start.length), {
      // A single column may contain any of them.
      delimiter: named ?? DELIMITERS.find((each) => firstLine.includes(each)) ?? '\0',
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_LENGTH,
      to: MAX_LINES + 1,
      on_record(row: string[], { lines }) {
        rows.push({ row, line: lines - (row.join('').match(/\r\n|\r|\n/g)?.length ?? 0) });
        end = lines;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [{ line: end + 1, problem: CSV_PROBLEMS[error.code] ?? 'is not CSV' }];
  }
  if (rows.length > MAX_LINES) return tooMany();
  const [heading, ...others] = rows;
  if (!heading) return [];
  // Spreadsheets capitalize, and write empty columns at the end.
  const all = heading.row.map((name) => name.toLowerCase());
  const names = all.slice(0, all.findLastIndex((name) => name !== '') + 1);
  const problem = headingProblem(names);
  if (problem !== undefined) return [{ line: heading.line, problem }];
  return others.map(({ line, row }) => {
    const fields = Object.fromEntries(names.map((name, at) => [name, row[at]]));
    const isWhole =
      row.length === all.length && row.slice(names.length).every((cell) => cell === '');
    const has = `has ${row.findLastIndex((cell) => cell !== '') + 1} fields, but the first line has ${names.length}`;
    return isWhole ? { line, fields } : { line, problem: has };
  });
}

/**
 * The lines of a file of jokes: `.jsonl`, `.ndjson` or `.csv`, or one of these compressed (`.gz`); in UTF-8, or in UTF-16
 * with a byte order mark.
 * @throws Error if the file name has another extension, or the file is not a text
 */
export async function readImportFile(path: string): Promise<SourceLine[]> {
  const [, extension = ''] = /\.(jsonl|ndjson|csv)(\.gz)?$/.exec(path.toLowerCase()) ?? [];
  if (extension === '') {
    throw new Error(
      `${path}: the file name must end with .jsonl, .ndjson or .csv, or that and .gz.`,
    );
  }
  const text = await readText(path);
  return extension === 'csv' ? csvLines(text) : jsonLines(text);
}
