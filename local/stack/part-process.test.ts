import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPart } from './part-process.ts';

test(
  'a full disk costs the log of a part its lines, said once; with space it goes on',
  { tags: 'X3' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'part-'));
    const file = join(folder, 'part.mjs');
    const log = join(folder, 'part.log');
    symlinkSync('/dev/full', log);
    writeFileSync(
      file,
      `console.log('one'); console.log('two'); console.log('space');
       process.on('message', () => undefined);
       setInterval(() => console.log('three'), 20);`,
    );
    const complaints: string[] = [];
    const resumed = Promise.withResolvers<void>();
    const part = startPart({
      name: 'The part',
      file,
      env: process.env,
      cwd: folder,
      log,
      onLine: (line) => {
        // The line before this one could not be written, nor was it said again.
        if (line === 'space') rmSync(log);
      },
      complain: (message) => {
        complaints.push(message);
        if (complaints.length === 2) resumed.resolve();
      },
    });
    await resumed.promise;
    await part.stop();
    expect(complaints).toEqual([
      expect.stringMatching(/^Couldn't write the log .*part\.log: .+ Going on without it\.$/),
      expect.stringMatching(/^The log .*part\.log is being written again\.$/),
    ]);
    expect(new Set(readFileSync(log, 'utf8').trim().split('\n'))).toEqual(new Set(['three']));
    rmSync(folder, { recursive: true });
  },
);
