import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFault, type Edit } from './mutation.ts';
import { mutations } from './mutations.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test.each(mutations)('$id can be broken: $what', ({ id, edits, test: proof }) => {
  const files = new Map<string, string>();
  for (const edit of edits) {
    const [file] = edit;
    files.set(file, withFault(files.get(file) ?? read(file), edit));
  }
  expect(read(proof)).toMatch(new RegExp(`\\b${id}\\b`));
});

test('a fault whose text is missing or occurs twice is refused', () => {
  const edit: Edit = ['some.ts', 'return', ''];
  expect(() => withFault('', edit)).toThrow('exactly once in some.ts: return');
  expect(() => withFault('return return', edit)).toThrow('exactly once');
  expect(withFault('return x', edit)).toBe(' x');
});
