import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readLines } from './files.ts';

const folder = mkdtempSync(join(tmpdir(), 'lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string, longest = 100) {
  const path = join(folder, 'any.txt');
  writeFileSync(path, text);
  const found: string[] = [];
  for await (const one of readLines(path, longest)) found.push(`${one.line}:${one.text}`);
  return found;
}

test('only LF ends a line, and a byte order mark is left out', async () => {
  expect(await read('\uFEFFone\u2028two\n\nthree')).toEqual(['1:one\u2028two', '2:', '3:three']);
  expect(await read('')).toEqual(['1:']);
});

test('of a line that is too long, one character more than allowed is returned', async () => {
  expect(await read('12345\n123456789\n12345', 5)).toEqual(['1:12345', '2:123456', '3:12345']);
  const long = 'x'.repeat(200_000);
  expect(await read(`${long}\n${long}`, 150_000)).toEqual([
    `1:${'x'.repeat(150_001)}`,
    `2:${'x'.repeat(150_001)}`,
  ]);
});
