import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const setup = join(root, 'tests/support/running-test.ts');

/** Runs a test that blocks its process with `npm test`'s own way to start Vitest. @returns what it prints */
function run(): string {
  const folder = mkdtempSync(join(root, 'node_modules', '.hanging-'));
  try {
    writeFileSync(
      join(folder, 'vitest.config.ts'),
      `export default { test: {
         testTimeout: 500, hookTimeout: 500, setupFiles: ${JSON.stringify(setup)},
       } };`,
    );
    writeFileSync(
      join(folder, 'blocked.test.ts'),
      `import { test } from 'vitest';
       test('answers', () => undefined);
       test('never answers', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`,
    );
    const runVitest = join(root, 'tests/support/run-vitest.ts');
    const program = `import { runVitest } from ${JSON.stringify(runVitest)};
      await runVitest([], { folder: ${JSON.stringify(folder)} }).catch(({ message }) => console.log(message));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a test that blocks its process ends the run, which names it', () => {
  const output = run();
  expect(output).toMatch(/blocks its process for \d+ s: blocked\.test\.ts > never answers/);
  expect(output).toContain('Vitest ended without a report');
});
