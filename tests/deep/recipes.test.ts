// The recipes of docs/contributing.md, applied to a copy of the project, compile and pass the tests that
// guard the tables they change.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyProject, type ProjectCopy } from '../support/deploy/project-copy.ts';
import { root } from '../support/project-files.ts';
import { runNode } from '../support/run-node.ts';

const page = readFileSync(join(root, 'docs/contributing.md'), 'utf8');

interface Edit {
  file: string;
  /** each begins with a space (stays), a minus (goes) or a plus (is new) */
  lines: string[];
}

/** The edits in the page's `diff` blocks: `--- file` names the file, `@@` begins another place in it. */
function allEdits(): Edit[] {
  const edits: Edit[] = [];
  for (const [, block = ''] of page.matchAll(/^```diff\n(.*?)^```/gms)) {
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
function apply(copy: ProjectCopy, { file, lines }: Edit): void {
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

test('the recipes compile, and pass the tests of what they change', async () => {
  using copy = copyProject();
  for (const edit of allEdits()) apply(copy, edit);
  const run = async (...command: string[]) => {
    const { code, output, errors } = await runNode(command, { cwd: copy.root });
    expect(code, `${command.join(' ')}\n${output}${errors}`).toBe(0);
  };
  for (const project of ['functions', '.', 'web']) {
    await run('node_modules/typescript/bin/tsc', '--noEmit', '-p', project);
  }
  await run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=unit',
    '--project=api',
    '--project=api-deep',
    'functions/src/http/openapi.test.ts',
    'tests/pages.test.ts',
    'tests/api/count.test.ts',
    'tests/api/import.test.ts',
    'tests/api/pages.test.ts',
    'tests/deep/api/backup.test.ts',
    'tests/deep/api/cache-headers.test.ts',
    'tests/deep/api/cors.test.ts',
    'tests/deep/api/visibility.test.ts',
  );
  expect(readFileSync(join(copy.root, 'package.json'), 'utf8')).toContain('"numbers:count"');
  await run('scripts/site.ts', 'numbers:count', '--help');
});
