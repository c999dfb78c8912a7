import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';

const module = new URL('log-crashes.ts', import.meta.url).href;

/** Runs a script that logs its crashes; returns its exit code and the lines that it wrote. */
async function run(script: string) {
  const source = `
    import { create } from 'node:domain';
    import { logCrashes, onRequestCrash } from '${module}';
    const log = (entry) => console.log(JSON.stringify(entry));
    logCrashes(log);
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const exit: unknown = code;
  return { exit, lines: written.trim().split('\n') };
}

/** How the Functions Framework handles a crash. */
const FRAMEWORK = `
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error) => {
      console.log(error.stack);
      process.exit(16);
    });
  }`;

const crashes = [
  ['Uncaught exception', "setTimeout(() => { throw new RangeError('walker@example.org'); });"],
  ['Unhandled rejection', "void Promise.reject(new RangeError('walker@example.org'));"],
] as const;

describe.each(crashes)('%s', (message, crash) => {
  test('is logged in one structured line, and the framework repeats none of it', async () => {
    const { exit, lines } = await run(FRAMEWORK + crash);
    expect(lines).toEqual([expect.stringMatching(/^\{/), `${message}, see the line before`]);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      severity: 'ERROR',
      message,
      stack_trace: expect.stringMatching(/^RangeError: …\n +at /),
    });
    expect(exit).toBe(16);
  });

  test('ends the process if there is no framework', async () => {
    const { exit, lines } = await run(crash);
    expect(lines).toHaveLength(1);
    expect(exit).toBe(1);
  });

  test('is reported by its request if it has one, and the process keeps running', async () => {
    const { exit, lines } = await run(`${FRAMEWORK}
      const request = create().on('error', (error) => console.log(error.stack));
      request.run(() => {
        onRequestCrash((error) => console.log('request', error.message));
        ${crash}
      });
      setTimeout(() => console.log('later'), 100);`);
    expect(lines).toEqual([
      'request walker@example.org',
      'Not caught, see the line before',
      'later',
    ]);
    expect(exit).toBe(0);
  });
});
