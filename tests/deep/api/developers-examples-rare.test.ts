import { describe, expect, test } from 'vitest';
import { aJoke } from '../../support/api/jokes.ts';
import { outputOf, programsIn } from '../../support/api/developers-examples.ts';
import { useApi } from '../../support/api/use-api.ts';

const TEXT = 'Chuck Norris runs every example.';
const running = useApi([aJoke(1, { joke_text: TEXT })]);
const titles = programsIn('curl', '').map(([title]) => title);

// Where curl or Python is missing, these fail and name it.
describe.each(['curl', 'Python'] as const)('on /developers, the example in %s', (language) => {
  test.each(titles)('prints a fact: %s', async (title) => {
    const code = new Map(programsIn(language, running.api.url)).get(title) ?? '';
    expect(await outputOf(language, code)).toContain(TEXT);
  });
});
