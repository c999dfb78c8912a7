import { ApiError, type JokeSearch, type ReadForPage } from 'functions/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPage } from './render.tsx';
import { exampleJoke } from './testing/jokes.ts';

const jokes = Array.from({ length: 20 }, (_, index) =>
  exampleJoke({ joke_id: index + 21, joke_text: `Fact number ${index + 21}.`, rating: 4.6 }),
);
const list: JokeSearch = {
  jokes,
  total: 60,
  pages: 3,
  page: 2,
  per_page: 20,
  match: 'exact',
  words: [],
};

const fail = () => Promise.reject(new ApiError('unavailable', 'No.'));

/** Answers as the API does, but for the day's fact. */
const read: ReadForPage = (name) => {
  if (name === 'listDailyJokes') return fail();
  if (name === 'getRelatedJokes') return Promise.resolve({ similar: jokes.slice(0, 2), rank: 3 });
  const isSingle = name === 'getRandomJoke' || name === 'getJoke';
  const single = { ...exampleJoke(), previous_id: 6, next_id: 8, approved_at: null };
  return Promise.resolve(isSingle ? single : list);
};

/** Renders a page. @returns what a browser without scripts shows of it, as HTML, and whether it is found */
async function open(url: string, answer: ReadForPage = read) {
  const request = { url, origin: 'https://facts.example', read: answer, preloads: [] };
  const page = await renderPage(request);
  return { ...page, title: /<title>([^<]*)/.exec(page.html)?.[1] };
}

const links = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to);

test(
  'without scripts a list has its facts with their ratings, and links to the pages around it',
  { tags: 'U12' },
  async () => {
    const { html } = await open('/?page=2');
    for (const { joke_text } of jokes) expect(html).toContain(joke_text);
    expect(html.match(/4\.6\/5/g)).toHaveLength(20);
    expect(links(html)).toEqual(expect.arrayContaining(['/', '/?page=3', '/fact/21']));
    expect(links((await open('/top-100?page=2')).html)).toContain('/top-100');
  },
);

test(
  'without scripts a single fact has a link to another random one, and its neighbors',
  { tags: 'U12' },
  async () => {
    const main = async (url: string) => (await open(url)).html.split('<main')[1] ?? '';
    expect(links(await main('/random'))).toContain('/random');
    expect(links(await main('/fact/7'))).toEqual(expect.arrayContaining(['/fact/6', '/fact/8']));
  },
);

test(
  'the page of a fact has room for the bars of all votes before it is rated, a list has none',
  { tags: 'U18' },
  async () => {
    const rooms = async (url: string) =>
      (await open(url)).html.split('<div class="_bars_').length - 1;
    const counts = [await rooms('/fact/7'), await rooms('/random'), await rooms('/newest')];
    expect(counts).toEqual([1, 1, 0]);
  },
);

test(
  'a page whose facts can’t be loaded says so, and without scripts a link loads it again',
  { tags: ['U5', 'U12'] },
  async () => {
    const { html, found } = await open('/top-100', fail);
    expect(found).toBe(true);
    expect(html).toContain('Error loading top jokes. Please try again later.');
    expect(html).toMatch(/<noscript>.*<a [^>]*href="">Try again<\/a>.*<\/noscript>/);
    const refusal = new ApiError('too_many_requests', 'No.', { retryAfter: 100 });
    const refused = await open('/search?q=beard', () => Promise.reject(refusal));
    expect(refused.html).toContain('Please try again in 2 minutes.');
    const none = await open('/random', () => Promise.reject(new ApiError('not_found', 'No.')));
    expect([none.found, none.html]).toEqual([
      true,
      expect.stringContaining('Submit the first one'),
    ]);
  },
);

test(
  'the page of a random fact carries the next two, each drawn without those before; one that repeats another is the last',
  { tags: 'P25' },
  async () => {
    const carried = async (...left: number[]) => {
      const excluded: unknown[] = [];
      const { html } = await open('/random', (_name, { query }) => {
        excluded.push(query && 'exclude' in query && query.exclude);
        const joke_id = left.shift();
        return joke_id === undefined ? fail() : Promise.resolve(exampleJoke({ joke_id }));
      });
      const [, json = ''] = /id="page-answers"[^>]*>([^<]*)</.exec(html) ?? [];
      return [[...json.matchAll(/"joke_id":(\d+)/g)].map(([, id]) => Number(id)), excluded];
    };
    expect(await carried(5, 6, 7)).toEqual([
      [5, 6, 7],
      [undefined, '5', '5,6'],
    ]);
    expect(await carried(5, 5)).toEqual([
      [5, 5],
      [undefined, '5'],
    ]);
    expect(await carried(5)).toEqual([[5], [undefined, '5']]);
  },
);

test(
  'a fact’s page has its related facts and rank in the HTML, and reads without them if they can’t be loaded',
  { tags: 'U12' },
  async () => {
    const { html } = await open('/fact/7');
    expect(html).toContain('Fact number 22.');
    expect(links(html)).toEqual(expect.arrayContaining(['/fact/21', '/top-100']));
    const without = await open('/fact/7', (name, input) =>
      name === 'getRelatedJokes' ? fail() : read(name, input),
    );
    expect(without.html).toContain(exampleJoke().joke_text);
    expect(without.html).not.toContain('Error loading');
    expect(without.html).not.toContain('/jokes/7/related');
    expect(without.failure).toBeUndefined();
  },
);

test.each([
  ['2026-11-23', 0, 'The week is young. No fact has five votes yet.'],
  ['2026-11-24', 3, 'The week is young. 3 facts have five votes yet.'],
  ['2026-11-25', 1, '1 fact has five votes this week.'],
  ['2026-11-29', 0, 'No fact has five votes this week.'],
])(
  'on %s, a week with %i ranked facts says so, and the ten best of all time follow',
  { tags: 'U5' },
  async (day, total, text) => {
    vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { html } = await open('/top-100?period=week', (name, input) =>
      input.query && 'period' in input.query
        ? Promise.resolve({ ...list, jokes: jokes.slice(0, total), total })
        : read(name, input),
    );
    expect(html).toContain(text);
    const [, best = ''] = html.split('The best of all time');
    expect(best.match(/aria-label="Rank \d+, /g)).toHaveLength(20);
  },
);

test(
  'each page has a title of its own, a page beyond the last one is not found, and page 1 has one address',
  { tags: 'U4' },
  async () => {
    const urls = ['/', '/?page=2', '/top-100', '/top-100?page=2', '/newest', '/random', '/fact/7'];
    const pages = await Promise.all(urls.map((url) => open(url)));
    expect(new Set(pages.map(({ title }) => title)).size).toBe(urls.length);
    for (const url of ['/?page=4', '/top-100?page=3', '/no/such/page']) {
      expect((await open(url)).found, url).toBe(false);
    }
    for (const url of ['/?page=1', '/top-100?period=week&page=0', '/search?q=beard&page=x']) {
      expect((await open(url)).redirect).toBe(url.replace(/.page=.$/, ''));
    }
  },
);
