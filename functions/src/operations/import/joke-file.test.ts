import { array, assert, asyncProperty, constantFrom, string } from 'fast-check';
import { expect, test } from 'vitest';
import { csvRecords, type CsvRecord } from './joke-file.ts';

/** The records of a text. */
async function read(text: string): Promise<CsvRecord[]> {
  async function* lines() {
    for (const [index, line] of text.split('\n').entries()) yield { line: index + 1, text: line };
  }
  const records: CsvRecord[] = [];
  for await (const record of csvRecords(lines())) records.push(record);
  return records;
}

test('a malformed line is reported with its number, and the next one is read', async () => {
  expect(await read('a"b,c\n"x"y,2\nfine,3\n"open')).toEqual([
    { line: 1, problem: 'a quote inside an unquoted field' },
    { line: 2, problem: 'text after a closing quote' },
    { line: 3, fields: ['fine', '3'] },
    { line: 4, problem: 'an unclosed quote' },
  ]);
});

test('an unclosed quote does not swallow the rest of the file', async () => {
  const rest = 'x'.repeat(100);
  const records = await read(`"open\n${`${rest}\n`.repeat(1_000)}last,line\n`);
  expect(records[0]).toEqual({ line: 1, problem: expect.stringContaining('may be unclosed') });
  expect(records.at(-1)).toEqual({ line: 1_002, fields: ['last', 'line'] });
});

test('fields may also be separated by semicolons or tabs, as the first line is', async () => {
  expect(await read('a;b\n"1;2";3,4')).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['1;2', '3,4'] },
  ]);
  expect(await read('a\tb')).toEqual([{ line: 1, fields: ['a', 'b'] }]);
});

test('any well-formed file is read as it was written', async () => {
  const field = string({ unit: constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '🥋') });
  const rows = array(array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
  await assert(
    asyncProperty(rows, async (written) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = written.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
      const records = await read(text);
      expect(records.map((record) => ('fields' in record ? record.fields : record))).toEqual(
        written,
      );
    }),
  );
});
