import { expect, test } from 'vitest';
import { aJoke } from '../../support/api/jokes.ts';
import { outputOf, programsIn } from '../../support/api/developers-examples.ts';
import { useApi } from '../../support/api/use-api.ts';

const TEXT = 'Chuck Norris runs every example.';
const running = useApi([aJoke(1, { joke_text: TEXT })]);
const titles = programsIn('JavaScript', '').map(([title]) => title);

test.each(titles)('the example in JavaScript on /developers prints a fact: %s', async (title) => {
  const code = new Map(programsIn('JavaScript', running.api.url)).get(title) ?? '';
  expect(await outputOf('JavaScript', code)).toContain(TEXT);
});

test('the example that waits asks again after the time that the site says', async () => {
  const code = new Map(programsIn('JavaScript', running.api.url)).get(titles[1] ?? '') ?? '';
  // The first response asks to wait; the second is the site's.
  const refusedOnce = `const send = fetch; let sent = 0;
globalThis.fetch = (url) => sent++ === 0
  ? Promise.resolve(new Response('', { status: 503, headers: { 'Retry-After': '0' } }))
  : send(url);
`;
  expect(await outputOf('JavaScript', refusedOnce + code)).toContain(`1 facts\n1 ${TEXT}`);
});
