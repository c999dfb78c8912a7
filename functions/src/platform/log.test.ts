import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { describeError } from './log.ts';

const module = new URL('log.ts', import.meta.url).href;

test.each([
  [
    'an error that nothing catches',
    "setImmediate(() => { throw new RangeError('a@example.org'); });",
  ],
  ['a rejection that nothing handles', "void Promise.reject(new RangeError('a@example.org'));"],
])('%s is logged without personal data, and ends the process', async (_what, crash) => {
  const source = `
    import { logCrashes, writeLine } from '${module}';
    logCrashes(writeLine);
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
  expect(exit).toBe(1);
});

function messageOf(text: string): string | undefined {
  return describeError(new Error(text)).split('\n')[0];
}

test.each(['hush', { password: 'hush' }, undefined])(
  'a thrown value that is not an error is left out: %o',
  (thrown) => {
    expect(describeError(thrown)).toBe(`Thrown: ${typeof thrown}`);
  },
);

test('a cycle of causes is truncated', () => {
  const error = new Error('Round');
  error.cause = error;
  expect(describeError(error).match(/Round/g)?.length).toBeLessThan(10);
});

describe('a message is logged without', () => {
  const hash = 'Zm9vYmFyYmF6cXV4LTEyMzQ1Njc4OTBhYmNkZWZnaGlqaw';
  test.each([
    [
      `5 NOT_FOUND: No document to update: projects/p/databases/(default)/documents/sessions/${hash}`,
      'Error: 5 NOT_FOUND: No document to update: projects/p/databases/(default)/documents/sessions/…',
    ],
    ['The document admins/owner%2E is bad', 'Error: The document admins/… is bad'],
    ['ratings/17_abc exists', 'Error: ratings/… exists'],
    ['No user walker@example.org.uk here', 'Error: No user … here'],
    [`Bad token ${hash}.${hash}!`, 'Error: Bad token ….…!'],
  ])('%s', (text, redacted) => {
    expect(messageOf(text)).toBe(redacted);
  });

  test('more than two thousand characters', () => {
    expect(messageOf('long '.repeat(1_000))?.length).toBe(2_000);
  });
});

test.each([
  'The document jokes/17 is not as it should be',
  '14 UNAVAILABLE: No connection established. Last error: connect ECONNREFUSED 127.0.0.1:8080',
  "Cannot read properties of undefined (reading 'joke_text')",
])('useful parts are not redacted: %s', (text) => {
  expect(messageOf(text)).toBe(`Error: ${text}`);
});
