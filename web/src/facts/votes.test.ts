import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { call } from '../api/call.ts';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { useAnnouncements } from '../stores/announcement.ts';
import { exampleJoke } from '../testing/jokes.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { withVote } from './local-changes.ts';
import { sendUnanswered, tryToVote, usePageVotes, votedJokes } from './votes.ts';

const joke = exampleJoke({ joke_id: 7, rating: 4, num_votes: 2 });
const receipt = { joke_id: 7, rating: 3, num_votes: 9, rating_num: 1, user_can_vote: false };
const ALREADY = 'You have already rated this joke!';
const FAILED = 'Failed to rate joke. Please try again.';
const KEY = '3f1b9a52-7c11-4a40-8a0e-5f6d1c2b3a49';

let alerts: string[] = [];
let storage = new MemoryStorage();
/** What screen readers read aloud, in order. */
let heard: string[] = [];
useAnnouncements.subscribe((now, before) => {
  // Screen readers ignore what was there before.
  const last = before.at(-1)?.count ?? 0;
  heard.push(...now.filter(({ count }) => count > last).map(({ text }) => text));
});
const stored = (key: string): unknown => JSON.parse(storage.items.get(key) ?? '{}');

function openPage(answer: (exchange: Exchange) => void) {
  vi.stubGlobal('window', { alert: (text: string) => alerts.push(text) });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', storage);
  return startApiServer(answer);
}

beforeEach(() => {
  alerts = [];
  heard = [];
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  // Also forgets what could not be stored.
  votedJokes.save({});
  usePageVotes.setState({}, true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const count = (exchange: Exchange) =>
  sendJson(exchange, 201, { ...receipt, rating_num: sent(exchange)[2] });
const breakConnection = ({ response }: Exchange) => void response.destroy();
const answerUnknown = (exchange: Exchange) => sendJson(exchange, 504, { detail: 'Unknown.' });

const ballot = z.object({ joke_id: z.int(), rating_num: z.int() });
const sent = ({ request, body }: Exchange) => {
  const { joke_id, rating_num } = ballot.parse(JSON.parse(body));
  return [request.headers['idempotency-key'], joke_id, rating_num];
};

/** Waits until a vote on a joke is not being sent anymore, and expects it in this state. */
async function becomes(expected: string, jokeId = 7): Promise<void> {
  const phase = () => usePageVotes.getState()[jokeId]?.phase;
  await expect.poll(phase).not.toBe('sending');
  expect(phase()).toBe(expected);
}

test.each([
  [400, 'a key of its own', ALREADY],
  [404, 'a key of its own', FAILED],
  [408, 'the same key', FAILED],
  [409, 'a key of its own', FAILED],
  [429, 'a key of its own', `${FAILED} Your network can vote again in about 12 minutes.`],
  [500, 'the same key', FAILED],
  [503, 'the same key', FAILED],
])(
  'an answer %i takes the vote back with an alert, and the next vote has %s',
  { tags: ['S10', 'U2', 'U13', 'U20', 'U22'] },
  async (status, nextKey, alert) => {
    const answers = [
      (exchange: Exchange) => {
        exchange.response.setHeader('Retry-After', '700');
        sendJson(exchange, status, { detail: 'No.' });
      },
    ];
    await using server = await openPage((exchange) => (answers.pop() ?? count)(exchange));
    tryToVote({ ...joke, histogram: [0, 0, 0, 2, 0] }, 5);
    const result = { rating: 13 / 3, num_votes: 3, histogram: [0, 0, 0, 2, 1] };
    expect(usePageVotes.getState()[7]?.result).toEqual(result);
    await becomes('refused');
    expect(usePageVotes.getState()[7]?.result).toBeUndefined();
    expect(stored('votedJokes')).toEqual({});
    expect(alerts).toEqual([alert]);
    expect(heard).toEqual(['The vote for fact no. 7 was not counted.']);
    sendUnanswered();
    tryToVote(joke, 1);
    await becomes('counted');
    expect(usePageVotes.getState()[7]?.result).toMatchObject({ rating: 3, num_votes: 9 });
    expect(heard.slice(1)).toEqual(['Voted 1 of 5 stars for fact no. 7.']);
    const keys = server.exchanges.map((exchange) => sent(exchange)[0]);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(nextKey === 'the same key' ? 1 : 2);
    expect([...storage.items]).toEqual([['votedJokes', '{"7":1}']]);
  },
);

// What is no answer of the API is tested with its calls.
test.each([
  ['without an answer', breakConnection],
  ['after 504', answerUnknown],
])(
  '%s the vote stays and is sent again with its key',
  { tags: ['S10', 'S11', 'U13'] },
  async (_what, fail) => {
    const answers = [fail, fail];
    await using server = await openPage((exchange) => (answers.pop() ?? count)(exchange));
    tryToVote(joke, 1);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      // Nothing happens while it is being sent.
      sendUnanswered();
      await becomes('waiting');
      expect(usePageVotes.getState()[7]?.result).toEqual({ rating: 3, num_votes: 3 });
      expect(stored('votedJokes')).toEqual({ 7: 1 });
      sendUnanswered();
    }
    await becomes('counted');
    const [first, ...others] = server.exchanges.map(sent);
    expect(others).toEqual([first, first]);
    expect(alerts).toEqual([]);
  },
);

test(
  'a vote that is sent again and refused by a quota waits silently until it may be sent',
  { tags: 'U13' },
  async () => {
    const answers = [
      (exchange: Exchange) => {
        exchange.response.setHeader('Retry-After', '700');
        sendJson(exchange, 429, { detail: 'Too many requests.' });
      },
      breakConnection,
    ];
    await using server = await openPage((exchange) => (answers.pop() ?? count)(exchange));
    tryToVote(joke, 1);
    await becomes('waiting');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    sendUnanswered();
    await expect.poll(() => usePageVotes.getState()[7]?.phase).toBe('delayed');
    expect(usePageVotes.getState()[7]?.result).toEqual({ rating: 3, num_votes: 3 });
    sendUnanswered();
    vi.advanceTimersByTime(699_000);
    expect(server.exchanges).toHaveLength(2);
    expect(stored('votedJokes')).toEqual({ 7: 1 });
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    await becomes('counted');
    const [first, ...others] = server.exchanges.map(sent);
    expect(others).toEqual([first, first]);
    expect(alerts).toEqual([]);
  },
);

test('a vote with other stars than one that was counted shows the stars that count', async () => {
  const answers = [
    (exchange: Exchange) => sendJson(exchange, 201, { ...receipt, rating_num: 4 }),
    (exchange: Exchange) => sendJson(exchange, 503, { detail: 'Later.' }),
  ];
  await using server = await openPage((exchange) => (answers.pop() ?? count)(exchange));
  tryToVote(joke, 4);
  await becomes('refused');
  tryToVote(joke, 1);
  await becomes('counted');
  expect(alerts).toEqual([FAILED]);
  expect(server.exchanges).toHaveLength(2);
  expect([...storage.items]).toEqual([['votedJokes', '{"7":4}']]);
});

test('what an earlier page got no answer to is sent, without what can’t be read, and an alert names the fact', async () => {
  await using server = await openPage((exchange) => sendJson(exchange, 400, { detail: 'No.' }));
  const unread = { 9: 6, 10: '5', 11: 2.5, 12: null, abc: 3, '-1': 3, '0': 3 };
  storage.items.set('votedJokes', JSON.stringify({ 7: 4, 8: 2, ...unread }));
  storage.items.set('voteKeys', JSON.stringify({ 7: KEY, 8: 5, 9: KEY, 13: KEY }));
  sendUnanswered();
  await becomes('refused');
  expect(server.exchanges.map(sent)).toEqual([[KEY, 7, 4]]);
  expect(alerts).toEqual([`${ALREADY} (Fact no. 7)`]);
  expect(stored('votedJokes')).toEqual({ 8: 2 });
});

test(
  'votes of a page are sent one after another, and those of other tabs are not overwritten',
  { tags: 'U13' },
  async () => {
    const votes: Exchange[] = [];
    await using server = await openPage((exchange) => {
      if (exchange.request.url === '/api/v1/ratings') votes.push(exchange);
      else sendJson(exchange, 200, joke);
    });
    tryToVote(joke, 4);
    storage.items.set('votedJokes', '{"7":4,"9":2}');
    tryToVote({ ...joke, joke_id: 8 }, 1);
    tryToVote({ ...joke, joke_id: 9 }, 1);
    await expect.poll(() => votes.length).toBe(1);
    await call('getRandomJoke', { query: {} });
    expect(votes.map(sent)).toEqual([[expect.any(String), 7, 4]]);
    votes.forEach(count);
    await expect.poll(() => votes.length).toBe(2);
    votes.slice(1).forEach(count);
    await becomes('counted', 8);
    expect(server.exchanges).toHaveLength(3);
    expect(stored('votedJokes')).toEqual({ 7: 4, 8: 1, 9: 2 });
  },
);

test('offline, or where the server allows no vote, nothing is sent', { tags: 'U22' }, async () => {
  await using server = await openPage(count);
  tryToVote({ ...joke, user_can_vote: false }, 5);
  expect(heard).toEqual([]);
  vi.stubGlobal('navigator', { onLine: false });
  tryToVote(joke, 5);
  tryToVote(joke, 5);
  // Twice the same, which is heard twice.
  expect(heard).toEqual(['You need a connection to rate.', 'You need a connection to rate.']);
  expect([server.exchanges, [...storage.items]]).toEqual([[], []]);
});

test(
  'a vote stays in view although a cache answers without it, until an answer has more votes',
  { tags: ['U13', 'U18'] },
  () => {
    const voted = { rating: 3, num_votes: 3, histogram: undefined };
    expect(withVote(joke, voted)).toMatchObject({ rating: 3, num_votes: 3 });
    const later = { ...joke, rating: 4.5, num_votes: 4 };
    expect(withVote(later, voted)).toMatchObject({ rating: 4.5, num_votes: 4 });
    expect(withVote(joke, undefined)).toEqual(joke);
    // A vote in a list, whose facts have no histogram.
    const alone = { ...joke, histogram: [0, 0, 0, 2, 0] };
    expect(withVote(alone, voted).histogram).toEqual(alone.histogram);
  },
);
