import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutations, withFault } from './mutations.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test.each(mutations)('$id can still be broken: $what', ({ id, edits, test: proof }) => {
  const files = new Map<string, string>();
  for (const edit of edits) {
    const before = files.get(edit.file) ?? read(edit.file);
    files.set(edit.file, withFault(before, edit));
  }
  expect(read(proof)).toMatch(new RegExp(`\\b${id}\\b`));
});

test('a fault whose text is gone, or stands there twice, is told of', () => {
  const edit = { file: 'some.ts', part: 'return', by: '' };
  expect(() => withFault('', edit)).toThrow('exactly once in some.ts: return');
  expect(() => withFault('return return', edit)).toThrow('exactly once');
  expect(withFault('return x', edit)).toBe(' x');
});
