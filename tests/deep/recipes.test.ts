// The recipes of docs/contributing.md, applied to a copy of the project, compile and pass the tests that
// guard the tables they change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyProject, type ProjectCopy } from '../support/deploy/project-copy.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/contributing.md'), 'utf8');

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
beforeEach(() => copy.restore());
afterAll(() => copy[Symbol.dispose]());

interface Edit {
  file: string;
  /** each begins with a space (stays), a minus (goes) or a plus (is new) */
  lines: string[];
}

/** The edits in the `diff` blocks of a section: `--- file` names the file, `@@` begins another place in it. */
function editsOf(heading: string): Edit[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const edits: Edit[] = [];
  for (const [, block = ''] of own.matchAll(/^```diff\n(.*?)^```/gms)) {
    for (const line of block.trimEnd().split('\n')) {
      const last = edits.at(-1);
      if (line.startsWith('--- ')) edits.push({ file: line.slice(4), lines: [] });
      else if (last && line === '@@') edits.push({ file: last.file, lines: [] });
      else last?.lines.push(line);
    }
  }
  return edits;
}

/** Applies an edit. The lines that stay or go are the beginnings of lines that the file has once, in a row. */
function apply({ file, lines }: Edit): void {
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
  const known = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1).trim());
  if (known.length === 0) {
    if (existsSync(join(copy.root, file))) throw new Error(`${file} exists already.`);
    copy.write(file, `${added.join('\n')}\n`);
    return;
  }
  copy.edit(file, (content) => {
    const before = content.split('\n');
    const places = before.flatMap((_, at) =>
      known.every((start, index) => before[at + index]?.trim().startsWith(start)) ? [at] : [],
    );
    const [at = 0] = places;
    if (places.length !== 1) throw new Error(`${file} has “${known[0]}” ${places.length} times.`);
    let next = at;
    const after = lines.flatMap((line) => {
      if (line.startsWith('+')) return line.slice(1);
      next += 1;
      return line.startsWith('-') ? [] : (before[next - 1] ?? '');
    });
    return [...before.slice(0, at), ...after, ...before.slice(next)].join('\n');
  });
}

/** Runs a program under Node in the copy. @returns what it prints if it fails; '' if it succeeds */
async function run(...command: string[]): Promise<string> {
  const child = spawn(process.execPath, command, { cwd: copy.root, stdio: 'pipe' });
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const exit: unknown = code;
  return exit === 0 ? '' : out + errors || 'failed without a message';
}

const compile = (project: string) =>
  run('node_modules/typescript/bin/tsc', '--noEmit', '-p', project);
const runTests = (...files: string[]) => run('node_modules/vitest/vitest.mjs', 'run', ...files);

test('an endpoint compiles, answers, and is in the tests of every call', async () => {
  editsOf('Adding an endpoint').forEach(apply);
  expect(await compile('functions')).toBe('');
  expect(await compile('.')).toBe('');
  expect(
    await runTests(
      '--project=unit',
      '--project=api',
      '--project=api-deep',
      'functions/src/http/openapi.test.ts',
      'tests/api/count.test.ts',
      'tests/deep/api/cache-headers.test.ts',
      'tests/deep/api/cors.test.ts',
      'tests/deep/api/visibility.test.ts',
    ),
  ).toBe('');
});

test('a screen compiles, and every part knows it', async () => {
  editsOf('Adding a screen').forEach(apply);
  expect(await compile('web')).toBe('');
  expect(await compile('functions')).toBe('');
  expect(
    await runTests(
      '--project=unit',
      '--project=api',
      'tests/pages.test.ts',
      'tests/api/pages.test.ts',
    ),
  ).toBe('');
});

test('a field of a joke compiles, and files with it are imported', async () => {
  editsOf('Adding a field of a joke').forEach(apply);
  expect(await compile('functions')).toBe('');
  expect(await compile('.')).toBe('');
  expect(
    await runTests(
      '--project=api',
      '--project=api-deep',
      'tests/api/import.test.ts',
      'tests/deep/api/backup.test.ts',
    ),
  ).toBe('');
});

test('a command compiles and explains itself', async () => {
  editsOf('Adding a command').forEach(apply);
  expect(await compile('functions')).toBe('');
  expect(await compile('.')).toBe('');
  expect(readFileSync(join(copy.root, 'package.json'), 'utf8')).toContain('"numbers:count"');
  expect(await run('scripts/site.ts', 'numbers:count', '--help')).toBe('');
});
