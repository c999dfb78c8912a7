import icndb from 'chuck-norris-api';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const HAT = 'Chuck Norris’s hat says "<b>Howdy</b>", & CHUCK NORRIS says \'Howdy\'.\nC. Norris.';
const running = useApi([
  aJoke(1, { joke_text: HAT }),
  ...Array.from({ length: 24 }, (_, at) => aJoke(at + 2, { joke_text: `Norris, no. ${at + 2}.` })),
  aJoke(26, { joke_text: 'Chuck Norris is still pending.', status: 'pending' }),
]);

beforeEach(() => {
  icndb.apiHost = `${running.api.url}/compat/icndb/`;
});

const PRIVATE = 'private, no-store';
const quote = z.strictObject({
  id: z.int(),
  joke: z.string(),
  categories: z.array(z.string()).length(0),
});
const one = z.strictObject({ type: z.literal('success'), value: quote });
const several = z.strictObject({ type: z.literal('success'), value: z.array(quote) });

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${running.api.url}/compat/icndb${path}`, { headers });
  const text = await response.text();
  const body: unknown = response.headers.get('content-type')?.includes('json')
    ? JSON.parse(text)
    : text;
  return { status: response.status, body, cached: response.headers.get('cache-control') };
}
const jokeOf = async (query: string) => one.parse((await get(`/jokes/1?${query}`)).body).value.joke;

describe('the unmodified client chuck-norris-api', () => {
  test('gets a random fact, several, one by its number, their count and the categories', async () => {
    expect(one.parse(await icndb.getRandom()).value.id).toBeLessThan(26);
    const { value } = several.parse(await icndb.getRandom({ number: 7 }));
    expect(new Set(value.map(({ id }) => id)).size).toBe(7);
    expect(one.parse(await icndb.getJoke(2)).value).toMatchObject({ joke: 'Norris, no. 2.' });
    expect(await icndb.getCount()).toEqual({ type: 'success', value: 25 });
    expect(await icndb.getCategories()).toMatchObject({
      type: 'success',
      value: expect.arrayContaining(['science', 'nerdy', 'explicit']),
    });
  });

  test('gets facts with a friend’s name', async () => {
    const name = { firstName: 'Zoë', lastName: 'O’Neill-Smith' };
    expect(await icndb.getJoke(2, name)).toMatchObject({
      value: { joke: 'O’Neill-Smith, no. 2.' },
    });
    const drawn = several.parse(await icndb.getRandom({ number: 20, ...name }));
    expect(JSON.stringify(drawn)).not.toMatch(/norris|chuck/i);
  });

  test('is told that a fact does not exist or is not approved', async () => {
    for (const id of [26, 99]) {
      const value = `No quote with id=${id}.`;
      expect(await icndb.getJoke(id)).toEqual({ type: 'NoSuchQuoteException', value });
    }
  });

  test('may leave out categories, and finds none in a category that does not exist', async () => {
    expect(one.safeParse(await icndb.getRandom({ exclude: ['nerdy', 'food'] })).success).toBe(true);
    expect(await icndb.getRandom({ limitTo: ['dev'] })).toMatchObject({
      type: 'NoSuchCategoryException',
    });
  });
});

test('a text is HTML, as there, or for a script', async () => {
  expect(await jokeOf('')).toBe(
    "Chuck Norris’s hat says &quot;&lt;b&gt;Howdy&lt;/b&gt;&quot;, &amp; CHUCK NORRIS says 'Howdy'.\nC. Norris.",
  );
  expect(await jokeOf('escape=javascript&firstName=Ann')).toBe(
    String.raw`Ann Norris’s hat says \"<b>Howdy</b>\", & ANN NORRIS says \'Howdy\'.\nA. Norris.`,
  );
  const { body } = await get('/jokes/1?lastName=Lee', { accept: 'text/plain' });
  expect(body).toBe(HAT.replaceAll('Norris', 'Lee').replace('NORRIS', 'LEE'));
});

test.each(['exclude=[a,b]', 'exclude=a,b', 'exclude=%5Ba%5D&exclude=b', 'limitTo=', 'limitTo=[]'])(
  'random facts with %s are found, and never cached',
  async (query) => {
    for (const path of ['/jokes/random', '/jokes/random/2', '/jokes/random/']) {
      expect(await get(`${path}?${query}`)).toMatchObject({
        status: 200,
        body: { type: 'success' },
        cached: PRIVATE,
      });
    }
  },
);

test.each(['limitTo=dev', 'limitTo=[nerdy,dev]', 'limitTo=nerdy&limitTo=a'])(
  'nothing is in a category that does not exist: %s',
  async (query) => {
    expect(await get(`/jokes/random/3?${query}`)).toMatchObject({
      status: 200,
      body: { type: 'NoSuchCategoryException', value: expect.any(String) },
      cached: PRIVATE,
    });
  },
);

test('more facts than there are in a response are as many as it may have', async () => {
  expect(several.parse((await get('/jokes/random/500')).body).value).toHaveLength(20);
  for (const n of ['0', '-1', 'x', '1e9']) {
    expect(await get(`/jokes/random/${n}`)).toMatchObject({
      status: 200,
      body: { type: 'NoSuchQuoteException' },
      cached: PRIVATE,
    });
  }
});

test.each([
  'Ann',
  'Jean-Luc',
  'O’Brien',
  "d'Artagnan",
  'María José',
  'Мария',
  'सीता',
  '李',
  ' Ann ',
  '',
])('a fact may have the name "%s"', async (name) => {
  const query = new URLSearchParams({ firstName: name, lastName: name }).toString();
  const joke = await jokeOf(query);
  expect(joke).toContain(
    name === '' ? 'Chuck Norris’s hat' : `${name.trim()} ${name.trim()}’s hat`,
  );
});

test.each([
  ['with markup', '<b>Ann</b>'],
  ['with a character reference', 'Ann&nbsp;'],
  ['with a right-to-left mark', 'Ann\u200F'],
  ['with an override of direction', '\u202EnnA'],
  ['with a zero-width space', 'A\u200Bnn'],
  ['of an invisible letter', '\u3164'],
  ['of two lines', 'Ann\nLee'],
  ['with digits', 'R2D2'],
  ['with an emoji', 'Ann 😀'],
  ['without a letter', '-'],
  ['with punctuation', 'Ann; drop'],
  ['of 41 letters', 'x'.repeat(41)],
  ['of 5,000 letters', 'x'.repeat(5_000)],
])('a name %s is refused in the client’s format', { tags: 'S13' }, async (_what, name) => {
  for (const parameter of ['firstName', 'lastName']) {
    const query = new URLSearchParams({ [parameter]: name }).toString();
    for (const path of ['/jokes/1', '/jokes/random', '/jokes/random/2']) {
      expect(await get(`${path}?${query}`)).toEqual({
        status: 400,
        body: {
          type: 'error',
          value: 'A name has 1 to 40 letters, spaces, hyphens and apostrophes.',
        },
        cached: PRIVATE,
      });
    }
  }
});

test('a path that is none gets 404 in its format, and a fact is cached for a minute', async () => {
  expect(await get('/nothing')).toMatchObject({ status: 404, body: { type: 'error' } });
  expect((await get('/jokes/1')).cached).toBe('public, max-age=0, s-maxage=60');
});
