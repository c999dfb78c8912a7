import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  examplesOf,
  LANGUAGES,
  textExamplesOf,
  type ExampleId,
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
async function outputOf(name: ExampleId, language: Language, before = '') {
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

/** A day of the year is the number of a page. */
const A_YEAR = 366;

test.each(LANGUAGES)('a bot in %s posts one of a shuffled list a day', async (language) => {
  await running.refill(
    Array.from({ length: A_YEAR }, (_, at) => aJoke(at + 1, { joke_text: `${TEXT} ${at}.` })),
  );
  expect(await outputOf('one-a-day', language)).toMatch(/Chuck Norris runs every example\. \d+\./);
});

test('what a shell, a chat bot and spreadsheets are told to open is one line of text', async () => {
  const { shell, chat, sheets, excel } = textExamplesOf(running.api.url);
  const [command = '', ...parameters] = COMMANDS.curl(shell.code);
  expect((await promisify(execFile)(command, parameters)).stdout).toBe(`${TEXT}\n`);
  for (const [{ code }, pattern] of [
    [chat, /\$\(urlfetch (\S+)\)$/],
    [sheets, /^=IMPORTDATA\("(\S+)", "\|"\)$/],
    [excel, /^=WEBSERVICE\("(\S+)"\)$/],
  ] as const) {
    const response = await fetch(pattern.exec(code)?.[1] ?? '');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(`${TEXT}\n`);
  }
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
