import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFault } from './fault.ts';
import { parseFaults } from './parse-faults.ts';
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

test.each([
  { at: 1, is: 'a requirement and what is wrong', text: 'a logout\na.ts  noticed by  a.test.ts' },
  { at: 1, is: 'no requirement', text: 'S999 a logout' },
  { at: 2, is: 'two files', text: 'S7 a logout\na.ts' },
  { at: 3, is: 'the line to replace', text: 'S7 a logout\na.ts  noticed by  a.test.ts\n+ after' },
  {
    at: 6,
    is: 'a line in its place, or empty',
    text: '# A comment\n\nS7 a logout\na.ts  noticed by  a.test.ts\n- before\nS7 a login',
  },
])('a planted fault that is malformed is refused at its line: $is', ({ at, is, text }) => {
  expect(() => parseFaults(text, 'web.faults')).toThrow(new RegExp(`^web\\.faults:${at} .*${is}`));
});
