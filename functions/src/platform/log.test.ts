import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const module = new URL('log.ts', import.meta.url).href;

/** As in the Functions Framework. */
const FRAMEWORK = `
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, () => process.exit(16));
  }`;

test.each([
  [
    'an error that nothing catches',
    "setImmediate(() => { throw new RangeError('a@example.org'); });",
  ],
  ['a rejection that nothing handles', "void Promise.reject(new RangeError('a@example.org'));"],
])('%s is logged without personal data, and ends the process', async (_what, crash) => {
  for (const [framework, code] of [
    [FRAMEWORK, 16],
    ['', 1],
  ]) {
    const source = `
      import { logCrashes, writeLine } from '${module}';
      logCrashes(writeLine);
      ${framework}
      ${crash}`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [written, [exit]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(JSON.parse(written)).toEqual({
      severity: 'ERROR',
      message: 'Uncaught exception',
      stack_trace: expect.stringMatching(/^RangeError: …\n +at /),
    });
    expect(exit).toBe(code);
  }
});
