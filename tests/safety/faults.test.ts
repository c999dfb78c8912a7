import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFault } from './fault.ts';
import { faults } from './plant-faults.ts';
import { requirements } from './requirements.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
/** A requirement's number as a tag. */
const tag = (id: string) => new RegExp(`(?:@module-tag |tags: .*')${id}\\b`);

test.each(faults)('$id can be broken: $what', (fault) => {
  const text = read(fault.file);
  expect(withFault(text, fault)).not.toBe(text);
  expect(read(fault.test)).toMatch(tag(fault.id));
});

test.each(requirements)('the home of $id has tests of it', ({ id, home }) => {
  expect(read(home)).toMatch(tag(id));
});

test('a fault is planted only where its line stands once', () => {
  for (const text of ['', 'line\nline']) {
    const fault = { id: 'S1', what: '', file: '', before: 'line', after: '', test: '' } as const;
    expect(() => withFault(text, fault)).toThrow('must have this line exactly once');
  }
});

test('each fault is planted once', () => {
  const planted = faults.map(({ what }) => what);
  expect(new Set(planted).size).toBe(planted.length);
});
