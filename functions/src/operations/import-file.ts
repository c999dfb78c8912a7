import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { CsvError, parse } from 'csv-parse/sync';
import { LINE_FIELDS } from './import-line.ts';

/** A line of an import with its unchecked fields, or the problem with it; `line` counts from 1. */
export type SourceLine = { line: number; fields: unknown } | { line: number; problem: string };

/** The encodings by the first two bytes of a byte order mark. */
const UTF_16: ReadonlyMap<string, string> = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);

/** @throws Error if the file can't be decompressed, or is not a text */
function decodeText(file: Buffer, path: string): string {
  let bytes = file;
  try {
    if (path.toLowerCase().endsWith('.gz')) bytes = gunzipSync(file);
  } catch (cause) {
    throw new Error(`${path} is damaged, or not compressed with gzip.`, { cause });
  }
  const encoding = UTF_16.get(bytes.toString('hex', 0, 2)) ?? 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  // A workbook, or UTF-16 without a mark.
  if (text.includes('\0')) throw new Error(`${path} is not a text: save it as CSV UTF-8.`);
  return text;
}

function jsonLine(text: string, line: number): SourceLine {
  try {
    return { line, fields: JSON.parse(text) };
  } catch {
    return { line, problem: 'is not JSON' };
  }
}

function jsonLines(text: string): SourceLine[] {
  const lines = text.split(/\r\n|\r|\n/).map((content, index) => ({ content, line: index + 1 }));
  const written = lines.filter(({ content }) => content.trim() !== '');
  const [first] = written;
  if (first?.content.trimStart().startsWith('[')) {
    const problem = 'The file is one JSON array: write one object on each line.';
    return [{ line: first.line, problem }];
  }
  return written.map(({ content, line }) => jsonLine(content, line));
}

/** What is wrong, by the code of csv-parse's error. */
const CSV_PROBLEMS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'text after a closing quote',
  INVALID_OPENING_QUOTE: 'a quote inside an unquoted field',
  CSV_QUOTE_NOT_CLOSED: 'an unclosed quote',
};

/** Between fields: some spreadsheets write semicolons or tabs. No column's name contains one. */
const DELIMITERS = [',', ';', '\t'];

function headingProblem(names: readonly string[]): string | undefined {
  const unknown = names.filter((name) => !LINE_FIELDS.includes(name));
  if (unknown.length > 0) {
    return `unknown columns: ${unknown.join(', ')}; known are ${LINE_FIELDS.join(', ')}`;
  }
  if (new Set(names).size < names.length) return 'a duplicate column';
  return names.includes('joke_text') ? undefined : 'the first line must have a column joke_text';
}

/** The rows of a text of CSV (RFC 4180); one that is malformed anywhere has only that problem. */
function csvLines(text: string): SourceLine[] {
  const [firstLine = ''] = text.trimStart().split(/[\r\n]/, 1);
  const rows: { line: number; row: string[] }[] = [];
  let end = 0;
  try {
    parse(text, {
      delimiter: DELIMITERS.find((each) => firstLine.includes(each)) ?? ',',
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
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
  const [heading, ...others] = rows;
  if (!heading) return [];
  const { row: names } = heading;
  const problem = headingProblem(names);
  if (problem !== undefined) return [{ line: heading.line, problem }];
  return others.map(({ line, row }) => {
    const fields = Object.fromEntries(names.map((name, at) => [name, row[at]]));
    const has = `has ${row.length} fields, but the first line has ${names.length}`;
    return row.length === names.length ? { line, fields } : { line, problem: has };
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
  const text = decodeText(await readFile(path), path);
  return extension === 'csv' ? csvLines(text) : jsonLines(text);
}
