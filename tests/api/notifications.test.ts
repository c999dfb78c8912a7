import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '../../web/src/paths.ts';
import { aJoke } from '../support/api/jokes.ts';
import { serve } from '../support/api/serve.ts';
import { useApi } from '../support/api/use-api.ts';

const HOUR_MS = 60 * 60 * 1_000;
const SECRET = 'T0KENinTheWebhooksPath';

let now = Date.UTC(2026, 0, 1);
const running = useApi([aJoke(1), aJoke(2)], {
  clock: () => now,
  config: { siteOrigin: 'https://facts.example' },
});
let origin = '';
const received: { text: string; body: unknown }[] = [];
let answer: (response: ServerResponse) => unknown;
/** Ends the time that it has; until then, it may take as long as it needs. */
let deadline: AbortController;
/** Its length is in milliseconds. */
const never = new AbortController().signal;
const timeout = (ms: number) => (ms === 2_000 ? deadline.signal : never);

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body: unknown = JSON.parse(await text(request));
  received.push({ text: JSON.stringify(body), body });
  answer(response);
}
beforeEach(async () => {
  origin = await serve((request, response) => void receive(request, response));
  received.length = 0;
  answer = (response) => response.end('ok');
  deadline = new AbortController();
  await running.restart({ timeout, config: { notifyUrl: `${origin}/${SECRET}` } });
});

let network = 0;
/** Sends a write from another network each time. */
async function post(path: string, body: object): Promise<void> {
  network += 1;
  const options = { method: 'POST', body, network: `10.${network}.0.1` };
  const { status } = await running.api.request(path, options);
  expect(status).toBe(201);
}
const submit = () =>
  post('/jokes/submit', { joke_text: `Chuck Norris submits ${network} himself.` });
const report = (joke_id: number) => post('/reports', { joke_id, reason: 'offensive' });

const WAITS = `1 fact waits for a decision: https://facts.example${paths.hiddenAdminQueue}`;

test('the first waiting fact is told, with the queue’s hidden address, in a form that Slack, Discord and Mattermost accept', async () => {
  await submit();
  expect(received.map(({ body }) => body)).toEqual([{ text: WAITS, content: WAITS }]);
});

test('a newly reported fact is told, and another report of it is not', async () => {
  await report(1);
  expect(received[0]?.text).toContain(
    `1 fact is reported: https://facts.example${paths.hiddenAdmin}?view=reported`,
  );
  now += 2 * HOUR_MS;
  await report(1);
  expect(received).toHaveLength(1);
});

test('there is at most one message an hour, and the next has what it left out', async () => {
  await submit();
  await report(1);
  await report(2);
  now += HOUR_MS - 1;
  await submit();
  expect(received).toHaveLength(1);
  now += 1;
  await submit();
  expect(received).toHaveLength(2);
  expect(received[1]?.text).toContain('2 facts are reported');
  await submit();
  expect(received).toHaveLength(2);
});

test.each([
  ['answers 500', (response: ServerResponse) => response.writeHead(500).end()],
  [
    'redirects',
    (response: ServerResponse) => response.writeHead(307, { location: `${origin}/else` }).end(),
  ],
  ['closes the connection', (response: ServerResponse) => response.destroy()],
  ['hangs', () => deadline.abort()],
])(
  'a webhook that %s fails no submission, is logged without its address and tried again an hour later',
  async (_how, fail) => {
    answer = fail;
    await submit();
    expect(received).toHaveLength(1);
    const log = JSON.stringify(running.logged);
    expect(log).toContain('The notification to NOTIFY_URL failed');
    expect(log).not.toContain(SECRET);
    answer = (response) => response.end();
    deadline = new AbortController();
    await report(1);
    expect(received).toHaveLength(1);
    now += HOUR_MS;
    await submit();
    expect(received[1]?.text).toContain('2 facts wait for a decision');
    expect(received[1]?.text).toContain('1 fact is reported');
  },
);

test('without a webhook nothing is sent', async () => {
  await running.restart();
  await submit();
  await report(1);
  expect(received).toHaveLength(0);
});
