import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readLines } from './files.ts';

const folder = mkdtempSync(join(tmpdir(), 'lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(content: string | Uint8Array, { longest = 100, name = 'any.txt' } = {}) {
  const path = join(folder, name);
  writeFileSync(path, content);
  const found: string[] = [];
  for await (const one of readLines(path, longest)) found.push(`${one.line}:${one.text}`);
  return found;
}

test('only LF ends a line, or only CR, and a byte order mark is left out', async () => {
  expect(await read('\uFEFFone\u2028two\n\nthree')).toEqual(['1:one\u2028two', '2:', '3:three']);
  expect(await read('one\r\ntwo\r')).toEqual(['1:one\r', '2:two\r']);
  expect(await read('one\r"two\nlines"\r')).toEqual(['1:one', '2:"two\nlines"', '3:']);
  expect(await read('')).toEqual(['1:']);
});

test('UTF-16 with a byte order mark is read, and without one refused', async () => {
  const lines = ['1:né', '2:🥋'];
  const little = Buffer.from('\uFEFFné\n🥋', 'utf16le');
  expect(await read(little)).toEqual(lines);
  expect(await read(Buffer.from(little).swap16())).toEqual(lines);
  await expect(read(little.subarray(2))).rejects.toThrow('is not a text: save it as CSV UTF-8.');
});

test('a file that ends with .gz is decompressed', async () => {
  const content = gzipSync('one\ntwo');
  const name = 'any.GZ';
  expect(await read(content, { name })).toEqual(['1:one', '2:two']);
  for (const damaged of [content.subarray(0, -9), 'one\ntwo']) {
    await expect(read(damaged, { name })).rejects.toThrow('is damaged, or not compressed');
  }
});

test('of a line that is too long, one character more than allowed is returned', async () => {
  const longest = 5;
  expect(await read('12345\n123456789\n12345', { longest })).toEqual([
    '1:12345',
    '2:123456',
    '3:12345',
  ]);
  const long = 'x'.repeat(200_000);
  expect(await read(`${long}\n${long}`, { longest: 150_000 })).toEqual([
    `1:${'x'.repeat(150_001)}`,
    `2:${'x'.repeat(150_001)}`,
  ]);
});
