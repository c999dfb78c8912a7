// @module-tag U20
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startApiServer, type Exchange } from '../testing/api-server.ts';
import { shareWithCard } from './card-file.ts';

const LINK = { text: 'Chuck Norris can unshare.', url: 'https://facts.example/fact/5' };

let alerts: string[] = [];
/** What was shared: the text, and the names of the files. */
let shared: unknown[] = [];
/** Whether the browser shares files. */
let takesFiles = true;
let failure: Error | undefined;

const share = ({ text, files = [] }: ShareData) => {
  if (failure) return Promise.reject(failure);
  shared.push([text, ...files.map(({ name }) => name)]);
  return Promise.resolve();
};
const sendCard = ({ response }: Exchange) =>
  void response.writeHead(200, { 'content-type': 'image/png' }).end('a picture');

/** Starts a site in a browser with a share sheet. */
function openPage(answer: (exchange: Exchange) => void = sendCard) {
  vi.stubGlobal('navigator', {
    share,
    canShare: ({ files = [] }: ShareData) => files.length === 0 || takesFiles,
  });
  vi.stubGlobal('window', { alert: (text: string) => alerts.push(text) });
  return startApiServer(answer);
}

beforeEach(() => {
  [alerts, shared, takesFiles, failure] = [[], [], true, undefined];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a fact is shared with its card, which is loaded once', async () => {
  await using server = await openPage();
  await shareWithCard(5, 'wide', LINK);
  await shareWithCard(5, 'wide', LINK);
  const sharedOnce = [LINK.text, 'chuck-norris-fact-5.png'];
  expect(shared).toEqual([sharedOnce, sharedOnce]);
  expect(server.exchanges).toHaveLength(1);
});

test('a fact is shared with its tall card, which is another one', async () => {
  await using server = await openPage();
  await shareWithCard(9, 'wide', LINK);
  await shareWithCard(9, 'tall', LINK);
  expect(shared.at(-1)).toEqual([LINK.text, 'chuck-norris-fact-9-tall.png']);
  expect(server.exchanges.map(({ request }) => request.url)).toEqual([
    '/api/v1/cards/9.png',
    '/api/v1/cards/9-tall.png',
  ]);
});

test('a fact is shared without a card that does not come within three seconds', async () => {
  const waits: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const shortened = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waits.push(ms);
    return timeout(1);
  });
  await using _server = await openPage(() => undefined);
  await shareWithCard(6, 'wide', LINK);
  expect(shared).toEqual([[LINK.text]]);
  expect(waits).toEqual([3_000]);
  shortened.mockRestore();
});

test('no card is loaded for a browser that shares no images', async () => {
  takesFiles = false;
  await using server = await openPage();
  await shareWithCard(7, 'wide', LINK);
  expect(shared).toEqual([[LINK.text]]);
  expect(server.exchanges).toEqual([]);
});

test.each([
  ['opens too late', 'NotAllowedError', ['Couldn’t open the share sheet. Please try again.']],
  ['is closed', 'AbortError', []],
])('after a share sheet that %s (%s), the alerts are %j', async (_what, name, expected) => {
  failure = new DOMException('No.', name);
  await using _server = await openPage();
  await shareWithCard(8, 'wide', LINK);
  expect(alerts).toEqual(expected);
});
