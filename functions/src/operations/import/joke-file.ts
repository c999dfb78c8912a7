import { extname } from 'node:path';
import { boundedLines } from '../files/bounded-lines.ts';
import { textOf } from '../files/line-file.ts';
import { csvRecords } from './csv-records.ts';
import { JOKE_FIELDS } from './joke-line.ts';

/** A line of an import with its unchecked fields, or the problem with it; `line` counts from 1. */
export type SourceLine = { line: number; fields: unknown } | { line: number; problem: string };

async function* withoutByteOrderMark(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let started = false;
  for await (const piece of pieces) {
    yield started ? piece : piece.replace(/^\uFEFF/, '');
    started = true;
  }
}

async function* jsonLines(pieces: AsyncIterable<string>): AsyncGenerator<SourceLine> {
  for await (const record of boundedLines(pieces)) {
    if ('problem' in record) {
      yield record;
      continue;
    }
    let fields: unknown;
    try {
      fields = JSON.parse(record.text);
    } catch {
      yield { line: record.line, problem: 'is not JSON' };
      continue;
    }
    yield { line: record.line, fields };
  }
}

const NUMBERS = new Set(['joke_id', 'rating', 'num_votes']);
const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

/** A CSV field as its JSON value; text that is not a number stays text, and is refused later. */
function valueOf(name: string, text: string): unknown {
  const number = (digits: string) => (DECIMAL.test(digits) ? Number(digits) : digits);
  if (NUMBERS.has(name)) return number(text.trim());
  if (name === 'histogram') return text.trim().split(/\s+/).map(number);
  return name === 'joke_text' ? text : text.trim();
}

function headingProblem(names: readonly string[]): string | undefined {
  const unknown = names.filter((name) => !JOKE_FIELDS.includes(name));
  if (unknown.length > 0) {
    return `unknown columns: ${unknown.join(', ')}; known are ${JOKE_FIELDS.join(', ')}`;
  }
  if (new Set(names).size < names.length) return 'a duplicate column';
  return names.includes('joke_text') ? undefined : 'the first line must have a column joke_text';
}

async function* csvLines(pieces: AsyncIterable<string>): AsyncGenerator<SourceLine> {
  let names: string[] | undefined;
  for await (const record of csvRecords(pieces)) {
    if ('problem' in record) {
      yield record;
      if (!names) return;
      continue;
    }
    const { line, fields } = record;
    if (!names) {
      names = fields.map((name) => name.trim());
      const problem = headingProblem(names);
      if (problem === undefined) continue;
      yield { line, problem };
      return;
    }
    if (fields.length !== names.length) {
      yield {
        line,
        problem: `has ${fields.length} fields, but the first line has ${names.length}`,
      };
      continue;
    }
    const stated = names.flatMap((name, index) => {
      const text = fields[index] ?? '';
      return text.trim() === '' ? [] : [[name, valueOf(name, text)] as const];
    });
    yield { line, fields: Object.fromEntries(stated) };
  }
}

const FORMATS = new Map([
  ['.jsonl', jsonLines],
  ['.ndjson', jsonLines],
  ['.csv', csvLines],
]);

/**
 * The lines of a file of jokes, streamed.
 * @throws Error if the file name has an unknown extension
 */
export function readJokeFile(path: string): AsyncGenerator<SourceLine> {
  const format = FORMATS.get(extname(path).toLowerCase());
  if (!format)
    throw new Error(`${path}: the file name must end with ${[...FORMATS.keys()].join(' or ')}.`);
  return format(withoutByteOrderMark(textOf(path)));
}
