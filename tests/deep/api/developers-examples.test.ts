import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  examplesOf,
  LANGUAGES,
  type Language,
} from '../../../web/src/screens/developers/examples.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const TEXT = 'Chuck Norris runs every example.';
const running = useApi([aJoke(1, { joke_text: TEXT })]);

/** How to run a program of each language. */
const COMMANDS = {
  curl: (code: string) => ['bash', '-c', code],
  JavaScript: (code: string) => [process.execPath, '--input-type=module', '--eval', code],
  Python: (code: string) => ['python3', '-c', code],
} as const satisfies Record<Language, unknown>;

/** Runs an example of /developers after some code of the same language. @returns what it prints */
async function outputOf(name: 'random' | 'search', language: Language, before = '') {
  const { programs } = examplesOf(running.api.url)[name];
  const code = programs.find((each) => each.language === language)?.code ?? '';
  const [command = '', ...parameters] = COMMANDS[language](before + code);
  return (await promisify(execFile)(command, parameters)).stdout;
}

// Where curl or Python is missing, these fail and name it.
test.each(LANGUAGES)('the examples in %s on /developers print a fact', async (language) => {
  expect(await outputOf('random', language)).toContain(TEXT);
  expect(await outputOf('search', language)).toContain(TEXT);
});

test('the example that waits asks again after the time that the site says', async () => {
  // The first response asks to wait; the second is the site's.
  const refusedOnce = `const send = fetch; let sent = 0;
globalThis.fetch = (url) => sent++ === 0
  ? Promise.resolve(new Response('', { status: 503, headers: { 'Retry-After': '0' } }))
  : send(url);
`;
  expect(await outputOf('search', 'JavaScript', refusedOnce)).toContain(`1 facts\n1 ${TEXT}`);
});
