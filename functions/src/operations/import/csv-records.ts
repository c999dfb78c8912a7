import { LONGEST_RECORD } from '../files/bounded-lines.ts';

/** A record with its fields, or what is wrong with it; `line` is where it begins, from 1. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; problem: string };

/**
 * What the next character belongs to: an unquoted field (`start`: nothing of it yet), a quoted one,
 * `closed` after a quote inside a quoted one, or `skipped` until the end of a malformed line.
 */
type State = 'start' | 'plain' | 'quoted' | 'closed' | 'skipped';

/** Reads RFC 4180: comma, double quotes, CRLF or LF. Feed it characters, then end it. */
class CsvReader {
  #state: State = 'start';
  #line = 1;
  #begins = 1;
  #length = 0;
  #field = '';
  #fields: string[] = [];

  /** @returns a record that this character completes */
  feed(character: string): CsvRecord | undefined {
    const begins = this.#begins;
    if (character === '\n') this.#line += 1;
    if (this.#state === 'skipped') {
      if (character === '\n') this.#restart();
      return undefined;
    }
    this.#length += 1;
    if (this.#length > LONGEST_RECORD) {
      return this.#refuse(`longer than ${LONGEST_RECORD} characters: a quote may not be closed`);
    }
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'closed';
      else this.#field += character;
      return undefined;
    }
    if (character === '\n') return this.#complete(begins);
    if (character === '"') return this.#quote();
    if (character === ',') this.#next();
    else if (character !== '\r') return this.#append(character);
    return undefined;
  }

  /** @returns the record that the text ends with, if it has no line end */
  end(): CsvRecord | undefined {
    const line = this.#begins;
    if (this.#state === 'quoted') return { line, problem: 'a quote is never closed' };
    return this.#state === 'skipped' ? undefined : this.#complete(line);
  }

  #append(character: string): CsvRecord | undefined {
    if (this.#state === 'closed') return this.#refuse('text after a closing quote');
    this.#state = 'plain';
    this.#field += character;
    return undefined;
  }

  #quote(): CsvRecord | undefined {
    if (this.#state === 'plain') return this.#refuse('a quote inside a field without quotes');
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
    return { line: this.#begins, problem };
  }

  #restart(): void {
    this.#state = 'start';
    this.#field = '';
    this.#fields = [];
    this.#length = 0;
    this.#begins = this.#line;
  }
}

/** The records of a CSV text that comes in pieces, the heading included. Blank lines are left out. */
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
