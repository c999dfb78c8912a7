import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from './stack-process.ts';

test('while the disk is full, a process runs and its log has gaps', { tags: 'X3' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stack-process-'));
  const file = join(folder, 'process.mjs');
  const log = join(folder, 'process.log');
  symlinkSync('/dev/full', log);
  writeFileSync(file, `console.log('one'); console.log('space'); console.log('three');`);
  const ended = Promise.withResolvers<void>();
  const child = startProcess({
    name: 'The process',
    file,
    env: process.env,
    cwd: folder,
    log,
    onLine(line) {
      if (line === 'space') rmSync(log);
      if (line === 'three') ended.resolve();
    },
  });
  await ended.promise;
  await child.stop();
  expect(readFileSync(log, 'utf8')).toBe('three\n');
  rmSync(folder, { recursive: true });
});
