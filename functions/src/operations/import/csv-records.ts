import { LONGEST_RECORD } from '../files/bounded-lines.ts';

/** A record with its fields, or the problem with it; `line` is its first line, counted from 1. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; problem: string };

/**
 * What the next character belongs to: `start` is the start of a field, `plain` an unquoted field,
 * `quoted` a quoted one, `closed` the position after a quote in it; `skipped` lasts until the end of a
 * malformed line.
 */
type State = 'start' | 'plain' | 'quoted' | 'closed' | 'skipped';

/** Parses RFC 4180: comma, double quotes, CRLF or LF. Call `feed` for each character, then `end`. */
class CsvReader {
  #state: State = 'start';
  #line = 1;
  #start = 1;
  #length = 0;
  #field = '';
  #fields: string[] = [];

  /** @returns a record that this character completes */
  feed(character: string): CsvRecord | undefined {
    const start = this.#start;
    if (character === '\n') this.#line += 1;
    if (this.#state === 'skipped') {
      if (character === '\n') this.#restart();
      return undefined;
    }
    this.#length += 1;
    if (this.#length > LONGEST_RECORD) {
      return this.#refuse(`longer than ${LONGEST_RECORD} characters: a quote may be unclosed`);
    }
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'closed';
      else this.#field += character;
      return undefined;
    }
    if (character === '\n') return this.#complete(start);
    if (character === '"') return this.#quote();
    if (character === ',') this.#next();
    else if (character !== '\r') return this.#append(character);
    return undefined;
  }

  /** @returns the last record, if the text does not end with a line end */
  end(): CsvRecord | undefined {
    const line = this.#start;
    if (this.#state === 'quoted') return { line, problem: 'an unclosed quote' };
    return this.#state === 'skipped' ? undefined : this.#complete(line);
  }

  #append(character: string): CsvRecord | undefined {
    if (this.#state === 'closed') return this.#refuse('text after a closing quote');
    this.#state = 'plain';
    this.#field += character;
    return undefined;
  }

  #quote(): CsvRecord | undefined {
    if (this.#state === 'plain') return this.#refuse('a quote inside an unquoted field');
    if (this.#state === 'closed') this.#field += '"';
    this.#state = 'quoted';
    return undefined;
  }

  #next(): void {
    this.#fields.push(this.#field);
    this.#field = '';
    this.#state = 'start';
  }

  #complete(line: number): CsvRecord | undefined {
    const blank = this.#fields.length === 0 && this.#field === '' && this.#state === 'start';
    this.#next();
    const fields = this.#fields;
    this.#restart();
    return blank ? undefined : { line, fields };
  }

  #refuse(problem: string): CsvRecord {
    this.#state = 'skipped';
    this.#field = '';
    this.#fields = [];
    return { line: this.#start, problem };
  }

  #restart(): void {
    this.#state = 'start';
    this.#field = '';
    this.#fields = [];
    this.#length = 0;
    this.#start = this.#line;
  }
}

/** The records of a CSV text that comes in pieces, including the header. Blank lines are left out. */
export async function* csvRecords(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader();
  for await (const piece of pieces) {
    for (const character of piece) {
      const record = reader.feed(character);
      if (record) yield record;
    }
  }
  const last = reader.end();
  if (last) yield last;
}
