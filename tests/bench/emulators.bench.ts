import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atMost, type Benchmark } from '../support/bench/measurement.ts';

const run = promisify(execFile);

/** P16: the embedded emulators start quickly. */
export const benchmark: Benchmark = async () => {
  const started = await run(process.execPath, [
    join(import.meta.dirname, '..', 'support/bench/emulator-start.ts'),
  ]);
  const what = 'seconds of CPU until both embedded emulators accept connections';
  return [atMost('P16', what, Number(started.stdout), 1)];
};
