import { ERROR_STATUS } from 'functions/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { recentVoteOf, recentVotes, votedJokes } from './votes.ts';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { exampleJoke } from '../testing/jokes.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { withLocalChanges } from './local-changes.ts';
import { castVote, startVotes, useVotePhases } from './send-votes.ts';

const joke = exampleJoke({ joke_id: 7, rating: 4, num_votes: 2 });
const receipt = { joke_id: 7, rating: 3, num_votes: 9, rating_num: 1, user_can_vote: false };
const ALREADY = 'You have already rated this joke!';
const FAILED = 'Failed to rate joke. Please try again.';

let alerts: string[] = [];
let page = new EventTarget();

/** Starts the API and gives this page a window. */
function openPage(answer: (exchange: Exchange) => void) {
  page = Object.assign(new EventTarget(), { alert: (text: string) => alerts.push(text) });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { getElementById: () => null }));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', new MemoryStorage());
  recentVotes.save({});
  votedJokes.save({});
  return startApiServer(answer);
}

const ballot = z.object({ joke_id: z.int(), rating_num: z.int() });
/** What was sent: key, joke and stars. */
const sent = ({ request, body }: Exchange) => {
  const { joke_id, rating_num } = ballot.parse(JSON.parse(body));
  return [request.headers['idempotency-key'], joke_id, rating_num];
};

beforeEach(() => {
  alerts = [];
  useVotePhases.setState({}, true);
});
afterEach(() => vi.unstubAllGlobals());

const shown = () => withLocalChanges(joke, undefined, recentVoteOf(7));
const phase = () => useVotePhases.getState()[7];

const answers = Object.entries(ERROR_STATUS).filter(
  ([code]) => !['unavailable', 'internal', 'request_timeout'].includes(code),
);
test.each(answers)(
  'an API answer %s (%i) takes the vote back, with an alert',
  async (_code, status) => {
    await using _server = await openPage((exchange) =>
      sendJson(exchange, status, { detail: 'No.' }),
    );
    await castVote(joke, 5);
    expect(shown()).toEqual(joke);
    expect(votedJokes.use.getState()).toEqual({});
    expect(phase()).toBe('refused');
    expect(alerts).toEqual([status === 400 ? ALREADY : FAILED]);
  },
);

test('the alert for a 429 says when to try again', async () => {
  await using _server = await openPage((exchange) => {
    exchange.response.setHeader('Retry-After', '700');
    sendJson(exchange, 429, { detail: 'Too many requests.' });
  });
  await castVote(joke, 5);
  expect(alerts).toEqual([`${FAILED} Your network can vote again in about 12 minutes.`]);
});

/** Everything that is no answer of the API. */
const silences: [string, (exchange: Exchange) => void][] = [
  ['a broken connection', ({ response }) => void response.destroy()],
  ['an error page of the CDN', ({ response }) => response.writeHead(502).end('<h1>Oops</h1>')],
  ['429 from Google’s front end', ({ response }) => response.writeHead(429).end('Rate exceeded.')],
  ['a login page of the network', ({ response }) => response.writeHead(200).end('<h1>Hi</h1>')],
];
test.each(silences)(
  'after %s the vote stays and is sent again with its key',
  { tags: 'S10' },
  async (_what, silence) => {
    await using server = await openPage((exchange) => {
      if (server.exchanges.length < 3) silence(exchange);
      else sendJson(exchange, 201, receipt);
    });
    startVotes();
    const settled = castVote(joke, 1);
    for (const attempts of [1, 2]) {
      await expect.poll(() => [phase(), server.exchanges.length]).toEqual(['waiting', attempts]);
      expect(shown()).toEqual({ ...joke, rating: 3, num_votes: 3 });
      expect(votedJokes.use.getState()).toEqual({ 7: 1 });
      page.dispatchEvent(new Event('online'));
    }
    await settled;
    expect(recentVotes.use.getState()[7]).toMatchObject({
      num_votes: 9,
      answered_at: expect.any(Number),
    });
    expect(phase()).toBe('counted');
    const [first, ...others] = server.exchanges.map(sent);
    expect(others).toEqual([first, first]);
    expect(alerts).toEqual([]);
  },
);

/** Votes, and ends the pauses between attempts until the vote is taken back. */
async function failToVote(...vote: Parameters<typeof castVote>): Promise<void> {
  startVotes();
  const settled = castVote(...vote);
  await expect
    .poll(() => {
      page.dispatchEvent(new Event('online'));
      return phase();
    })
    .toBe('refused');
  await settled;
}

test.each([500, 503])(
  'three answers %i take the vote back with the alert; the next vote has the same key',
  { tags: 'S10' },
  async (status) => {
    await using server = await openPage((exchange) => {
      if (server.exchanges.length > 3)
        return sendJson(exchange, 201, { ...receipt, rating_num: 5 });
      expect(shown()).toEqual({ ...joke, rating: 13 / 3, num_votes: 3 });
      exchange.response.setHeader('Retry-After', '120');
      sendJson(exchange, status, { detail: 'Oops.' });
    });
    await failToVote(joke, 5);
    expect(server.exchanges).toHaveLength(3);
    expect(alerts).toEqual([FAILED]);
    expect(phase()).toBe('refused');
    expect(shown()).toEqual(joke);
    expect(votedJokes.use.getState()).toEqual({});
    // Neither this page nor another one sends it.
    page.dispatchEvent(new Event('online'));
    startVotes();
    await castVote(joke, 5);
    expect(votedJokes.use.getState()).toEqual({ 7: 5 });
    const [first, ...others] = server.exchanges.map(sent);
    expect(others).toEqual([first, first, first]);
    expect(alerts).toEqual([FAILED]);
  },
);

test('a vote with another star, after failures of one that was counted, shows the one that counts', async () => {
  await using server = await openPage((exchange) => {
    const [, , stars] = sent(exchange);
    if (server.exchanges.length <= 3) sendJson(exchange, 503, { detail: 'Later.' });
    else if (stars === 4) sendJson(exchange, 201, { ...receipt, rating_num: 4 });
    else sendJson(exchange, 409, { detail: 'This Idempotency-Key was used for another vote.' });
  });
  await failToVote(joke, 4);
  await castVote(joke, 1);
  expect(votedJokes.use.getState()).toEqual({ 7: 4 });
  expect(shown()).toEqual({ ...joke, rating: 3, num_votes: 9 });
  expect(phase()).toBe('counted');
  expect(alerts).toEqual([FAILED, ALREADY]);
  expect(new Set(server.exchanges.map((exchange) => sent(exchange)[0])).size).toBe(1);
});

/** What an earlier page has stored: a vote that was answered, and one that was not. */
const earlier = { key: '3f1b9a52-7c11-4a40-8a0e-5f6d1c2b3a49', stars: 4, rating: 4, num_votes: 3 };
function storeEarlierVotes(): void {
  localStorage.setItem('votedJokes', '{"7":4,"8":2}');
  localStorage.setItem('recentVotes', JSON.stringify({ 7: { ...earlier, answered_at: null } }));
}

test('if it is refused, it is taken back with an alert that names the fact', async () => {
  await using _server = await openPage((exchange) => sendJson(exchange, 400, { detail: ALREADY }));
  storeEarlierVotes();
  startVotes();
  await expect.poll(phase).toBe('refused');
  expect(alerts).toEqual([`${ALREADY} (Fact no. 7)`]);
  expect(localStorage.getItem('votedJokes')).toBe('{"8":2}');
  expect(localStorage.getItem('recentVotes')).toBeNull();
});
