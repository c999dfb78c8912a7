import { CsvError, parse } from 'csv-parse/sync';
import { parseJson, readLines, type TextLine } from '../files.ts';
import { JOKE_FIELDS, KINDS } from './joke-line.ts';

/** The most UTF-16 units of a line, or of a CSV record of several lines; longer ones are not parsed. */
const LONGEST = 65_536;
const TOO_LONG = `longer than ${LONGEST} characters`;
const JSON_ARRAY = 'The file is one JSON array: write one object on each line.';

interface Problem {
  line: number;
  problem: string;
}

/** A record with its fields, or the problem with it; `line` is its first line. */
export type CsvRecord = { line: number; fields: string[] } | Problem;

/** A line of an import with its unchecked fields, or the problem with it; `line` counts from 1. */
type SourceLine = { line: number; fields: unknown } | Problem;

async function* jsonLines(lines: AsyncIterable<TextLine>): AsyncGenerator<SourceLine> {
  let isFirst = true;
  for await (const { line, text } of lines) {
    if (text.trim() === '') continue;
    if (isFirst && text.trimStart().startsWith('[')) return yield { line, problem: JSON_ARRAY };
    isFirst = false;
    const fields = text.length > LONGEST ? undefined : parseJson(text);
    if (fields !== undefined) yield { line, fields };
    else yield { line, problem: text.length > LONGEST ? TOO_LONG : 'is not JSON' };
  }
}

const UNCLOSED = 'an unclosed quote';
/** What is wrong with a record, by the code of csv-parse's error. */
const CSV_PROBLEMS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'text after a closing quote',
  INVALID_OPENING_QUOTE: 'a quote inside an unquoted field',
  CSV_QUOTE_NOT_CLOSED: UNCLOSED,
};

function parseRecord(text: string, delimiter: string): { fields: string[] } | { problem: string } {
  if (text.length > LONGEST) return { problem: `${TOO_LONG}: a quote may be unclosed` };
  try {
    const [fields = []] = parse(text.replace(/\r$/, ''), { record_delimiter: '\n', delimiter });
    return { fields };
  } catch (error) {
    if (error instanceof CsvError) return { problem: CSV_PROBLEMS[error.code] ?? 'is not CSV' };
    throw error;
  }
}

/** Between fields: some spreadsheets write semicolons or tabs. No column's name contains one. */
const DELIMITERS = [',', ';', '\t'];

/**
 * The records of a CSV file (RFC 4180) with their first lines; blank ones are left out. Each is parsed by
 * itself, so that the lines after a malformed one are checked too.
 */
export async function* csvRecords(lines: AsyncIterable<TextLine>): AsyncGenerator<CsvRecord> {
  let open: TextLine | undefined;
  let delimiter: string | undefined;
  for await (const next of lines) {
    delimiter ??= DELIMITERS.find((each) => next.text.includes(each)) ?? ',';
    const record: TextLine = open ? { line: open.line, text: `${open.text}\n${next.text}` } : next;
    const mayClose = !open || next.text.includes('"') || record.text.length > LONGEST;
    const parsed = mayClose ? parseRecord(record.text, delimiter) : { problem: UNCLOSED };
    open = 'problem' in parsed && parsed.problem === UNCLOSED ? record : undefined;
    const blank = 'fields' in parsed && parsed.fields.length === 0;
    if (!open && !blank) yield { line: record.line, ...parsed };
  }
  if (open) yield { line: open.line, problem: UNCLOSED };
}

const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

const BOOLEAN = /^(true|false)$/i;

/** A CSV field as its JSON value; text that is not a number stays text, and is refused later. */
function valueOf(name: string, text: string): unknown {
  const { list, type } = KINDS.get(name) ?? {};
  const value = (part: string) => {
    if (type === 'boolean' && BOOLEAN.test(part)) return part.toLowerCase() === 'true';
    return (type === 'number' || type === 'integer') && DECIMAL.test(part) ? Number(part) : part;
  };
  return list ? text.trim().split(/\s+/).map(value) : value(text.trim());
}

function headingProblem(names: readonly string[]): string | undefined {
  const unknown = names.filter((name) => !JOKE_FIELDS.includes(name));
  if (unknown.length > 0) {
    return `unknown columns: ${unknown.join(', ')}; known are ${JOKE_FIELDS.join(', ')}`;
  }
  if (new Set(names).size < names.length) return 'a duplicate column';
  return names.includes('joke_text') ? undefined : 'the first line must have a column joke_text';
}

async function* csvLines(lines: AsyncIterable<TextLine>): AsyncGenerator<SourceLine> {
  let names: string[] | undefined;
  for await (const record of csvRecords(lines)) {
    const { line } = record;
    if ('problem' in record) {
      yield record;
      if (!names) return;
    } else if (!names) {
      names = record.fields.map((name) => name.trim());
      const problem = headingProblem(names);
      if (problem === undefined) continue;
      yield { line, problem };
      return;
    } else if (record.fields.every((field) => field.trim() === '')) {
      continue;
    } else if (record.fields.length !== names.length) {
      const problem = `has ${record.fields.length} fields, but the first line has ${names.length}`;
      yield { line, problem };
    } else {
      const stated = names.flatMap((name, index) => {
        const text = record.fields[index] ?? '';
        return text.trim() === '' ? [] : [[name, valueOf(name, text)] as const];
      });
      yield { line, fields: Object.fromEntries(stated) };
    }
  }
}

const FORMATS = { jsonl: jsonLines, ndjson: jsonLines, csv: csvLines };
const isFormat = (name: string): name is keyof typeof FORMATS => name in FORMATS;

/**
 * The lines of a file of jokes, streamed.
 * @throws Error if the file name has an unknown extension, or the file is not a text
 */
export function readJokeFile(path: string): AsyncGenerator<SourceLine> {
  const [, name = ''] = /\.(\w+)(\.gz)?$/.exec(path.toLowerCase()) ?? [];
  if (!isFormat(name)) {
    throw new Error(
      `${path}: the file name must end with .jsonl, .ndjson or .csv, or that and .gz.`,
    );
  }
  return FORMATS[name](readLines(path, LONGEST));
}
