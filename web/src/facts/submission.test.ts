import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverDetailOf } from '../api/failure.ts';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { useAnnouncements } from '../stores/announcement.ts';
import { followStoredValues } from '../stores/stored-value.ts';
import { decisionNews } from './decision-news.ts';
import { ownSubmissions } from './own-submissions.ts';
import { addToDraft, begin, draft, submit, useSubmission } from './submission.ts';

const FACT = 'Chuck Norris can fold a round table in half.';
const receipt = { joke_id: 5, status: 'pending', receipt: 'r'.repeat(43) };

let storage = new MemoryStorage();
beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  // Also forgets what could not be stored.
  ownSubmissions.save([]);
  draft.save('');
  begin();
});
afterEach(() => vi.unstubAllGlobals());

/** Submits these texts, of which the last is accepted. @returns their keys */
async function submitAll(...texts: readonly string[]) {
  await using server = await startApiServer((exchange: Exchange) => {
    if (server.exchanges.length === texts.length) sendJson(exchange, 201, receipt);
    else exchange.response.destroy();
  });
  vi.stubGlobal('localStorage', storage);
  for (const text of texts) await submit(text);
  expect(useSubmission.getState().phase).toBe('submitted');
  return server.exchanges.map(({ request }) => request.headers['idempotency-key']);
}

test(
  'a text is sent again with its key, another or an accepted one with a key of its own',
  { tags: 'U13' },
  async () => {
    const [first, same, other] = await submitAll(FACT, ` ${FACT} `, `${FACT} Twice.`);
    expect(same).toBe(first);
    const [accepted] = await submitAll(`${FACT} Twice.`);
    expect(new Set([first, other, accepted]).size).toBe(3);
    expect(storage.items.has('submissionKey')).toBe(false);
  },
);

test(
  'a text that may have been saved (504) stays in the form with the server’s sentence, also after a reload, and is sent again with its key',
  { tags: ['S11', 'U5', 'U13'] },
  async () => {
    const detail = 'This may have been saved.';
    await using server = await startApiServer((exchange) => {
      if (server.exchanges.length === 1) sendJson(exchange, 504, { detail });
      else sendJson(exchange, 201, receipt);
    });
    vi.stubGlobal('localStorage', storage);
    draft.save(FACT);
    await submit(FACT);
    const state = useSubmission.getState();
    expect(state.phase === 'writing' && serverDetailOf(state.error, 'Failed.')).toBe(detail);
    // What another page, or this one after a reload, begins with.
    expect(storage.items.get('jokeDraft')).toBe(FACT);
    expect(storage.items.get('submissionKey')).toContain(`"text":"${FACT}"`);
    await submit(FACT);
    expect(useSubmission.getState().phase).toBe('submitted');
    const [first, ...others] = server.exchanges.map(
      ({ request }) => request.headers['idempotency-key'],
    );
    expect(others).toEqual([first]);
  },
);

/** Accepts each submission when it is told to. */
async function holdSubmissions() {
  const accept: (() => void)[] = [];
  const server = await startApiServer((exchange) => {
    accept.push(() => sendJson(exchange, 201, receipt));
  });
  vi.stubGlobal('localStorage', storage);
  return { server, accept };
}

test(
  'a text is submitted once, however often the button is pressed; it is trimmed, remembered and announced',
  { tags: ['U13', 'U22'] },
  async () => {
    const { server, accept } = await holdSubmissions();
    await using _server = server;
    const typed = `  ${FACT} `;
    draft.save(typed);
    const submitted = submit(typed);
    await submit(typed);
    begin();
    await expect.poll(() => accept.length).toBe(1);
    expect(useSubmission.getState().phase).toBe('sending');
    accept[0]?.();
    await submitted;
    expect(server.exchanges.map(({ body }) => body)).toEqual([JSON.stringify({ joke_text: FACT })]);
    expect([draft.latest(), ownSubmissions.latest().map(({ text }) => text)]).toEqual(['', [FACT]]);
    expect(decisionNews.latest()).toBe('awaited');
    expect(useAnnouncements.getState().at(-1)?.text).toBe(
      'Your fact is no. 5. Its status is pending.',
    );
  },
);

test(
  'what another tab or another app has written meanwhile stays in the draft',
  { tags: 'U21' },
  async () => {
    const { server, accept } = await holdSubmissions();
    await using _server = server;
    draft.save(FACT);
    const submitted = submit(FACT);
    await expect.poll(() => accept.length).toBe(1);
    const tab = new EventTarget();
    vi.stubGlobal('window', tab);
    followStoredValues();
    storage.setItem('jokeDraft', 'Written in another tab.');
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'jokeDraft' }));
    expect(draft.use.getState()).toBe(FACT);
    accept[0]?.();
    await submitted;
    addToDraft('Shared by an app.');
    expect(draft.latest()).toBe('Written in another tab.\nShared by an app.');
    addToDraft(draft.latest());
    expect(draft.latest()).toBe('Written in another tab.\nShared by an app.');
  },
);
