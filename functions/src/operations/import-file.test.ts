import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { array, assert, asyncProperty, constantFrom, string } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readImportFile, type SourceLine } from './import-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'import-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: string | Uint8Array, name = 'facts.csv'): Promise<SourceLine[]> {
  const path = join(folder, name);
  writeFileSync(path, content);
  return readImportFile(path);
}

test.each([
  ['joke_text\n\nfine\na "quote"\n', 4, 'a quote inside an unquoted field'],
  ['joke_text\n"x"y\nfine\n', 2, 'text after a closing quote'],
  ['joke_text\n"two\nlines"\n"open\nand more\n', 4, 'an unclosed quote'],
  ['text,id\nx,1\n', 1, expect.stringContaining('unknown columns: text, id')],
  ['joke_id\n1\n', 1, 'the first line must have a column joke_text'],
  ['joke_text,joke_id\nNobody.\n', 2, 'has 1 fields, but the first line has 2'],
  ['\n[\n{}\n]', 2, 'The file is one JSON array: write one object on each line.', 'facts.jsonl'],
])('what is malformed has only that problem: %j', async (text, line, problem, name?: string) => {
  expect(await read(text, name)).toEqual([{ line, problem }]);
});

test('a row has the number of its first line, and blank ones are left out', async () => {
  expect(await read('\r\njoke_text;tags\r\n"1\n;2";food\r\n;\r\n3,4;\r\n')).toEqual([
    { line: 3, fields: { joke_text: '1\n;2', tags: 'food' } },
    { line: 6, fields: { joke_text: '3,4', tags: '' } },
  ]);
  expect(await read('\r{"a":"\u2028"}\r\r[]', 'facts.jsonl')).toEqual([
    { line: 2, fields: { a: '\u2028' } },
    { line: 4, fields: [] },
  ]);
});

test('any well-formed CSV is read as it was written', async () => {
  const field = string({ unit: constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '🥋') });
  await assert(
    asyncProperty(array(field.map((text) => `x${text}`)), async (texts) => {
      const rows = ['joke_text', ...texts].map((text) => `"${text.replaceAll('"', '""')}"\r\n`);
      const lines = await read(rows.join(''));
      expect(lines.map((each) => ('fields' in each ? each.fields : each))).toEqual(
        texts.map((joke_text) => ({ joke_text })),
      );
    }),
  );
});

test('a file that is not a text, damaged, or of another kind is refused', async () => {
  const notText = 'is not a text: save it as CSV UTF-8.';
  await expect(read(Buffer.from('joke_text', 'utf16le'))).rejects.toThrow(notText);
  const damaged = gzipSync('joke_text\nfact').subarray(0, -9);
  await expect(read(damaged, 'facts.csv.GZ')).rejects.toThrow('is damaged, or not compressed');
  await expect(read('', 'facts.txt')).rejects.toThrow('the file name must end with .jsonl,');
});
