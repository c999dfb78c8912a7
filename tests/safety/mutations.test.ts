import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFault } from './mutation.ts';
import { mutations } from './mutations.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test.each(mutations)('$id can be broken: $what', (mutation) => {
  expect(withFault(read(mutation.file), mutation)).not.toBe(read(mutation.file));
  expect(read(mutation.test)).toMatch(new RegExp(`\\b${mutation.id}\\b`));
});

test('each requirement has one fault at most', () => {
  const ids = mutations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a fault replaces a value, or what a function does', () => {
  const planted = (content: string) => withFault(content, { file: 'a.ts', name: 'it', by: 'x' });
  expect(planted('const it: number = 1 + 2;')).toBe('const it: number = (x);');
  expect(planted('f({ it: [1] })')).toBe('f({ it: (x) })');
  expect(planted('function it(x: string): string { a(); return b; }')).toBe(
    'function it(x: string): string { return x; }',
  );
  expect(planted('f({ it: async (x) => b })')).toBe('f({ it: async (x) => (x) })');
  expect(withFault('a: 1', { file: 'a.json', name: '1', by: '2' })).toBe('a: 2');
});

test('a fault whose name is missing or occurs twice is refused', () => {
  const fault = { file: 'some.ts', name: 'it', by: '1' };
  expect(() => withFault('it();', fault)).toThrow('some.ts must have this exactly once: it');
  expect(() => withFault('const it = 1; f({ it: 2 });', fault)).toThrow('exactly once');
});
