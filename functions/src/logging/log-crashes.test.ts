import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';

const module = new URL('log-crashes.ts', import.meta.url).href;

/** What the Functions Framework does where it runs the function. */
const FRAMEWORK = `
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error) => {
      console.log(error.stack || error);
      process.exit(16);
    });
  }`;

/** Runs a process that logs its crashes; answers its exit code and the lines that it wrote. */
async function crash(failure: string, framework = '') {
  const source = `
    import { logCrashes } from '${module}';
    logCrashes((entry) => console.log(JSON.stringify(entry)));
    ${framework}
    ${failure}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const exit: unknown = code;
  return { exit, lines: written.trim().split('\n') };
}

const failures = [
  ['Uncaught exception', "setTimeout(() => { throw new RangeError('walker@example.org'); })"],
  ['Unhandled rejection', "void Promise.reject(new RangeError('walker@example.org'));"],
] as const;

describe.each(failures)('%s', (message, failure) => {
  test('has one structured line, and the framework repeats nothing of it', async () => {
    const { exit, lines } = await crash(failure, FRAMEWORK);
    expect(lines.map((line) => line.startsWith('{'))).toEqual([true, false]);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      severity: 'ERROR',
      message,
      stack_trace: expect.stringMatching(/^RangeError: …\n +at /),
    });
    expect(lines[1]).toBe(`${message}, see the line before`);
    expect(exit).toBe(16);
  });

  test('ends the process where there is no framework', async () => {
    const { exit, lines } = await crash(failure);
    expect(lines).toHaveLength(1);
    expect(exit).not.toBe(0);
  });
});
