import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

/** Ways to wait, or to judge, by which a test fails on a busy computer. */
const CHANCES = [
  { what: 'a sleep', pattern: /waitForTimeout\(|setTimeout\b[^}]*\} from 'node:timers\/promises'/ },
  { what: 'a timer', pattern: /\bsetTimeout\(/ },
  { what: 'the computer’s speed', pattern: /performance\.now\(|[cC]puUsage\(/ },
  { what: 'an idle network', pattern: /networkidle/ },
  { what: 'vi.waitFor, which waits one second: use expect.poll', pattern: /vi\.wait(For|Until)\(/ },
];

/** Files that may, and why. The list only gets shorter. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'tests/support/engines/webkit.ts: vi.waitFor, which waits one second: use expect.poll':
    'hooks have no expect.poll; it waits 30 s',
  'tests/take-screenshots.ts: an idle network': 'it is no test',
};

const isTest = (file: string) =>
  /\.test\.tsx?$|^tests\/|\/conformance\//.test(file) &&
  !/^tests\/(bench|support\/bench)\/|^tests\/chance\.test\.ts$/.test(file);

test('no test outside the benchmarks can fail because the computer is slow', () => {
  const found = projectFiles('**/*.{ts,tsx}')
    .filter(isTest)
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return CHANCES.filter(({ pattern }) => pattern.test(text)).map(
        ({ what }) => `${file}: ${what}`,
      );
    });
  expect(found.filter((each) => !(each in EXCEPTIONS))).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((each) => !found.includes(each))).toEqual([]);
});
