// The recipes of docs/contributing.md, applied to a copy of the project, compile and pass the tests that
// guard the tables they change.
import { expect, test } from 'vitest';
import { copyProject } from '../support/deploy/project-copy.ts';
import { applyRecipes } from '../support/recipes.ts';
import { runNode } from '../support/run-node.ts';

test('the recipes compile, and pass the tests of what they change', async () => {
  using copy = copyProject();
  for (const [file, text] of applyRecipes()) copy.write(file, text);
  const run = async (...command: string[]) => {
    const { code, output, errors } = await runNode(command, { cwd: copy.root });
    expect(code, `${command.join(' ')}\n${output}${errors}`).toBe(0);
  };
  for (const project of ['functions', '.', 'tests', 'web']) {
    await run('node_modules/typescript/bin/tsc', '--noEmit', '-p', project);
  }
  await run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=unit',
    '--project=api',
    '--project=api-deep',
    '--project=journeys',
    'functions/src/http/openapi.test.ts',
    'web/src/facts/send-dialog.test.ts',
    'tests/pages.test.ts',
    'tests/api/count.test.ts',
    'tests/api/import.test.ts',
    'tests/api/pages.test.ts',
    'tests/api/reports.test.ts',
    'tests/deep/api/backup.test.ts',
    'tests/deep/api/cache-headers.test.ts',
    'tests/deep/api/cors.test.ts',
    'tests/deep/api/visibility.test.ts',
    'tests/journeys/offline.test.ts',
  );
  await run('scripts/site.ts', 'numbers:count', '--help');
});
