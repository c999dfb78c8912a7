import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { quotas } from '../../functions/src/domain/index.ts';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi([
  aJoke(1, { joke_text: 'Chuck Norris can roundhouse-kick a door open. It says “Don’t mind me.”' }),
  aJoke(2, { joke_text: 'A restaurant once asked Chuck Norris for a naïve ÄRGER. It got soup.' }),
  aJoke(3, { joke_text: 'A kick and a roundhouse: both belong to Chuck Norris.' }),
  aJoke(4, { joke_text: 'チャック・ノリスは回し蹴りで目を覚ます。' }),
  aJoke(5, { joke_text: 'تشاك نوريس لا ينام، القمر ينتظر إذنه.' }),
  aJoke(6, { joke_text: 'צ׳אק נוריס לא ישן, הירח מחכה לו בסבלנות.' }),
  aJoke(7, { joke_text: 'Chuck Norris counted to 529 and back. (a+b)* = [c]?' }),
  aJoke(8, { joke_text: 'A secret roundhouse fact that is pending.', status: 'pending' }),
  aJoke(529, { joke_text: 'This fact answers to its number.' }),
  aJoke(530, { joke_text: 'This secret fact was rejected.', status: 'rejected' }),
]);

const found = z.object({
  jokes: z.array(z.object({ joke_id: z.int() })),
  total: z.int(),
  match: z.enum(['exact', 'near']),
});

/** The ids that a search finds and how, such as `exact 3 1`. */
async function search(q: string, further = ''): Promise<string> {
  const query = new URLSearchParams({ q }).toString();
  const { status, body } = await running.api.request(`/jokes/search?${query}${further}`);
  expect(status).toBe(200);
  const { jokes, match } = found.parse(body);
  return [match, ...jokes.map(({ joke_id }) => joke_id)].join(' ');
}

describe('a visitor finds facts', () => {
  test.each([
    ['by their words in any order, newest first', 'norris chuck', 'exact 7 3 2 1'],
    ['with the words one after another first', 'roundhouse kick', 'exact 1 3'],
    ['by the start of a word, also after a hyphen', 'kic', 'exact 3 1'],
    ['but not by the middle of one', 'staurant', 'near 2'],
    ['whatever their case', 'ROUNDHOUSE doOR', 'exact 1'],
    ['without accents', 'naive arger', 'exact 2'],
    ['with a straight apostrophe and quotation marks', `"don't mind"`, 'exact 1'],
    ['with other quotation marks', '«dont» „mind“', 'exact 1'],
    ['whatever punctuation is between words', 'roundhouse… kick!', 'exact 1 3'],
    ['by part of a text in Japanese', '蹴り', 'exact 4'],
    ['in narrow Japanese letters', 'ﾉﾘｽ', 'exact 4'],
    ['by an Arabic word without its article', 'قمر', 'exact 5'],
    ['by a Hebrew word without its article', 'ירח', 'exact 6'],
    ['with right-to-left marks in the query', '\u200Fנוריס\u200E', 'exact 6'],
    ['by their number, before those that say it', '529', 'exact 529 7'],
    ['by words that only connect others', 'and both to', 'exact 3'],
    ['by their number as the site writes it', 'Fact no. 529', 'exact 529'],
    ['by letters between the signs of a regular expression', '.*(a+b)', 'exact 7 3'],
  ])('%s: %j', async (_how, query, expected) => {
    expect(await search(query)).toBe(expected);
  });

  test('by whole words, in any order, before beginnings of words', async () => {
    await running.refill([
      aJoke(1, { joke_text: 'A dog and a cat obey him.' }),
      aJoke(2, { joke_text: 'He has a cat doghouse.' }),
      aJoke(3, { joke_text: 'His doghouse has cattle.' }),
    ]);
    expect(await search('cat')).toBe('exact 2 1 3');
    expect(await search('cat dog')).toBe('exact 1 2 3');
  });

  test('in the order of the Top 100, if they ask for it, also what only comes close', async () => {
    await running.refill([
      aJoke(1, { joke_text: 'A cat obeys him.', histogram: [0, 0, 0, 0, 90] }),
      aJoke(2, { joke_text: 'A catfish obeys him.', histogram: [90, 0, 0, 0, 0] }),
      aJoke(3, { joke_text: 'The cat is out.', histogram: [0, 0, 0, 9, 0] }),
      aJoke(4, { joke_text: 'No pets are left.', histogram: [0, 0, 0, 0, 99] }),
      aJoke(5, { joke_text: 'A cat, pending.', status: 'pending' }),
    ]);
    expect(await search('cat')).toBe('exact 3 1 2');
    expect(await search('cat', '&sortBy=rating_desc')).toBe('exact 1 3 2');
    expect(await search('cat', '&sortBy=rating_desc&page=2&per_page=2')).toBe('exact 2');
    expect(await search('#3', '&sortBy=rating_desc')).toBe('exact 3');
    expect(await search('obeyz him', '&sortBy=rating_desc')).toBe('near 1 2');
  });
});

describe('near matches', () => {
  test.each([
    ['roundhosue', 'near 3 1'],
    ['restuarant soup', 'near 2'],
    ['roundhosue kcik', 'near 1 3'],
    ['chuk noris', 'near 7 3 2 1'],
    ['soup roundhouse', 'near 2'],
  ])('are shown only if no fact matches exactly: %s', async (query, expected) => {
    expect(await search(query)).toBe(expected);
  });

  test('the words that were looked for are named, corrected', async () => {
    const { body } = await running.api.request('/jokes/search?q=R%C3%B6undhosue+kcik');
    expect(body).toMatchObject({ match: 'near', words: ['roundhouse', 'kick'] });
  });

  test('the fact that has what was meant by all words comes first, and a short word is not replaced by another', async () => {
    await running.refill([
      aJoke(1, { joke_text: 'For sale: door. Used once. Chuck Norris knocked.' }),
      aJoke(2, { joke_text: 'Knock, and the door opens.' }),
      aJoke(3, { joke_text: 'Norris asked for no door, not now and not for a norm.' }),
      aJoke(4, { joke_text: 'The maracas start before Chuck Norris picks them up.' }),
      ...Array.from({ length: 9 }, (_, at) =>
        aJoke(5 + at, { joke_text: `He is not for doors, nor is no. ${at} noticed now.` }),
      ),
    ]);
    expect(await search('dor nok')).toMatch(/^near 2 1\b/);
    for (const q of ['kick', 'roundhouse kick']) {
      const { body } = await running.api.request(
        `/jokes/search?${new URLSearchParams({ q }).toString()}`,
      );
      expect(body).toMatchObject({ match: 'near', total: 0, words: q.split(' ') });
    }
  });

  test('there are at most 20', async () => {
    await running.refill(Array.from({ length: 45 }, (_, index) => aJoke(index + 1)));
    const { body } = await running.api.request('/jokes/search?q=haert+numbr');
    expect(body).toMatchObject({ total: 20, pages: 1, match: 'near' });
  });
});

describe('nothing is found', () => {
  test.each([
    ['exact', 'a text without a word', '?!'],
    ['near', 'no word of a fact', 'zzz'],
    ['near', 'no number of a fact', '999999999'],
    ['near', 'Japanese without spaces, of which a fact has only parts', 'チャックは回し蹴りをする'],
    ['near', 'words that only connect others, of which no fact has half', 'because they were'],
    ['near', '500 characters', 'a'.repeat(500)],
  ])('as %s for %s', async (match, _what, query) => {
    expect(await search(query)).toBe(match);
  });

  test('that is not approved', { tags: 'S2' }, async () => {
    expect(await search('secret')).toBe('near');
    expect(await search('sceret number')).toBe('near 529');
    // Nor is a word of theirs a correction.
    const { body } = await running.api.request('/jokes/search?q=sceret+pendign');
    expect(body).toMatchObject({ total: 0, words: ['sceret', 'pendign'] });
    // Nor does its similarity count.
    expect((await running.api.request('/jokes/search?q=secretly+pendingx')).body).toMatchObject({
      total: 0,
    });
    expect(await search('8')).toBe('near');
    expect(await search('#530')).toBe('near');
  });
});

test.each([
  ['nothing', ''],
  ['characters without width', '\u200B\u2060\uFEFF'],
  ['501 characters', 'a'.repeat(501)],
  ['more than 2,000 bytes', `e${'\u0316'.repeat(9)}`.repeat(110)],
])('a search for %s is refused', async (_what, q) => {
  const query = new URLSearchParams({ q }).toString();
  const { status, body } = await running.api.request(`/jokes/search?${query}`);
  expect(status).toBe(422);
  expect(body).toMatchObject({
    detail: [{ loc: ['query', 'q'], msg: 'A search has 1 to 500 characters.' }],
  });
});

describe('searches that no cache answers', () => {
  const NOW = Date.UTC(2026, 10, 23);
  const ways = [
    '/api/v1/jokes/search?q=',
    '/api/v1/jokes/?search=',
    '/search?q=',
    '/compat/chucknorris/jokes/search?query=',
  ];
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(running.api.url + path, { headers: { 'x-forwarded-for': '192.0.2.1', ...headers } });

  test(
    'have one quota for each network, whatever way they come, and administrators have none',
    { tags: ['P22', 'P26'] },
    async () => {
      await running.restart({ clock: () => NOW });
      for (let at = 0; at < quotas.searches.network; at += 1) {
        const { status } = await get(`${ways[at % ways.length]}word${at}`);
        expect(status).toBe(200);
      }
      for (const way of ways) {
        const refused = await get(`${way}another`);
        expect([way, refused.status, refused.headers.get('retry-after')]).toEqual([way, 429, '60']);
        const text = await refused.text();
        if (way.startsWith('/api/')) {
          const detail = 'Too many requests. Try again in 1 minute.';
          expect(JSON.parse(text)).toEqual({ detail });
        }
        if (way.startsWith('/search')) expect(text).toContain('Too many searches');
        const { status } = await get(`${way}another`, { 'x-forwarded-for': '198.51.100.1' });
        expect(status).toBe(200);
      }
      // Related facts count as a search, but not for their page.
      expect((await get('/api/v1/jokes/1/related')).status).toBe(429);
      expect((await get('/fact/1')).status).toBe(200);
      const bearer = { authorization: `Bearer ${ADMIN_BEARER}` };
      expect((await get('/api/v1/jokes/?search=another', bearer)).status).toBe(200);
      expect((await get('/api/v1/jokes/?page=1')).status).toBe(200);
      await running.restart({ clock: () => NOW + 60_000 });
      expect((await get(`${ways[0]}another`)).status).toBe(200);
    },
  );
});
