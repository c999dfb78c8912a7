// @module-tag S17
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
  ['joke_text,,status\nx,,\n', 1, 'column 2 has no name'],
  ['joke_text,,\nx,,y\n', 2, 'has 3 fields, but the first line has 1'],
  ['{"joke_text":"x"}', 1, 'The file is JSON: name it .jsonl'],
  ['<!DOCTYPE html>', 1, 'The file is a web page: download the file itself'],
  ['\n[\n{}\n]', 2, 'The file is one JSON array: write one object on each line', 'facts.jsonl'],
  [
    '{\n"a": 1\n}\n',
    1,
    'The file is JSON over several lines: write one object on each line',
    'facts.jsonl',
  ],
  ['joke_text\nx', 1, 'The file is not JSON: name a file of CSV .csv', 'facts.jsonl'],
  ['<html>', 1, 'The file is a web page: download the file itself', 'facts.jsonl'],
  [
    '{"id":"1","fields":{"x":1}}\n',
    1,
    'The file is of an export: npm run restore restores its folder',
    'facts.jsonl',
  ],
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

test.each([
  ['joke_text,status,,\nx,pending,,\n'],
  ['sep=|\nJoke_Text|STATUS\nx|pending\n'],
  ['"sep=;"\r\njoke_text;status;\r\nx;pending;\r\n'],
  ['\uFEFFjoke_text\tstatus\nx\tpending\n'],
])('spreadsheets of every country are read: %j', async (text) => {
  const [line] = await read(text);
  expect(line).toMatchObject({ fields: { joke_text: 'x', status: 'pending' } });
});

test('the texts of a single column may have commas, semicolons and tabs', async () => {
  const [line] = await read('joke_text\none, two; three\tfour\n');
  expect(line).toMatchObject({ fields: { joke_text: 'one, two; three\tfour' } });
});

test('a file takes bounded memory, also when it is compressed', async () => {
  const bomb = gzipSync(Buffer.alloc(130_000_000, 'x'));
  await expect(read(bomb, 'facts.jsonl.gz')).rejects.toThrow('has more than 128 MB: split it.');
  await expect(read(Buffer.alloc(130_000_000), 'facts.csv')).rejects.toThrow(
    'has more than 128 MB',
  );
  expect(await read('{}\n'.repeat(200_001), 'facts.jsonl')).toEqual([
    { line: 200_000, problem: 'The file has more than 200000 lines: split it' },
  ]);
  const long = `{"joke_text":"${'x'.repeat(100_000)}"}\n{}\n`;
  expect(await read(long, 'facts.jsonl')).toMatchObject([
    { problem: 'is longer than any fact' },
    {},
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
  const notText = 'is not a text in UTF-8: save it as CSV UTF-8.';
  await expect(read(Buffer.from('joke_text\nCaf\xE9', 'latin1'))).rejects.toThrow(notText);
  await expect(read(Buffer.from('joke_text', 'utf16le'))).rejects.toThrow(notText);
  const damaged = gzipSync('joke_text\nfact').subarray(0, -9);
  await expect(read(damaged, 'facts.csv.GZ')).rejects.toThrow('is damaged: its end is missing');
  // A browser may have decompressed it.
  expect(await read('{}', 'facts.jsonl.gz')).toEqual([{ line: 1, fields: {} }]);
  await expect(read('', 'facts.txt')).rejects.toThrow('the file name must end with .jsonl,');
});
