import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from './stack-process.ts';

test('a process runs without its log while the disk is full', { tags: 'X3' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stack-process-'));
  const file = join(folder, 'process.mjs');
  const log = join(folder, 'process.log');
  symlinkSync('/dev/full', log);
  writeFileSync(
    file,
    `console.log('one'); console.log('two'); console.log('space');
       process.on('message', () => undefined);
       setInterval(() => console.log('three'), 20);`,
  );
  const problems: string[] = [];
  const resumed = Promise.withResolvers<void>();
  const child = startProcess({
    name: 'The process',
    file,
    env: process.env,
    cwd: folder,
    log,
    onLine: (line) => {
      // The lines before this one could not be written; only the first was reported.
      if (line === 'space') rmSync(log);
    },
    onProblem: (message) => {
      problems.push(message);
      if (problems.length === 2) resumed.resolve();
    },
  });
  await resumed.promise;
  await child.stop();
  expect(problems).toEqual([
    expect.stringMatching(/^Couldn't write the log .*process\.log: .+ Continuing without it\.$/),
    expect.stringMatching(/^The log .*process\.log is being written again\.$/),
  ]);
  expect(new Set(readFileSync(log, 'utf8').trim().split('\n'))).toEqual(new Set(['three']));
  rmSync(folder, { recursive: true });
});
