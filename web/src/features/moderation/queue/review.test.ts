import { QueryClient } from '@tanstack/react-query';
import {
  ApiError,
  ERROR_STATUS,
  type EndpointInput,
  type Joke,
  type JokeStatus,
  type ModeratedJoke,
  type ModeratedSimilarJoke,
  type Moderation,
  type QueueEntry,
  type RejectReason,
} from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { retryNow } from '../../../api/send.ts';
import { useAnnouncement } from '../../../stores/announcement.ts';
import { sendJson, startApiServer } from '../../../testing/api-server.ts';
import { auditEntry, exampleJoke } from '../../../testing/jokes.ts';
import { createOutbox, type Decision } from '../outbox.ts';
import { countOf, createReview, duplicatesOf, facing, noticesOf } from './review.ts';

const TOTALS = { approved: 0, pending: 0, rejected: 0 };
const CHANGED = 'This fact changed while you were looking at it. Read it again.';
const UNAVAILABLE = new ApiError('unavailable', 'The database is down.');

const textOf = (joke_id: number) => `Chuck Norris counts to ${joke_id}.`;
const hashOf = (text: string) => `hash of ${text}`;

function entryOf(
  joke_id: number,
  similar: readonly ModeratedSimilarJoke[] = [],
  joke_text = textOf(joke_id),
): QueueEntry {
  return {
    joke: exampleJoke({
      joke_id,
      joke_text,
      text_hash: hashOf(joke_text),
      status: 'pending',
      status_id: 2,
    }),
    submitted_at: '2026-01-01T00:00:00.000Z',
    similar: [...similar],
    hint: null,
  };
}

/** A server with pending facts 1 to `count`, whose log is `log`, and a review of them. */
async function setUp(count: number) {
  const statuses = new Map<number, JokeStatus>();
  for (let id = 1; id <= count; id += 1) statuses.set(id, 'pending');
  /** the texts that differ from the first ones */
  const texts = new Map<number, string>();
  const log: { id: string; what: string; joke_id: number }[] = [];
  let failure: { error: ApiError; taken: boolean } | undefined;

  function write(what: string, joke_id: number, status: JokeStatus): string {
    const id = `audit-${log.length}`;
    log.push({ id, what, joke_id });
    statuses.set(joke_id, status);
    return id;
  }

  function jokeNow(joke_id: number): ModeratedJoke {
    const joke_text = texts.get(joke_id) ?? textOf(joke_id);
    const status = statuses.get(joke_id) ?? 'pending';
    return { joke_id, status, joke_text, text_hash: hashOf(joke_text) };
  }

  function fail(): void {
    const { error } = failure ?? {};
    failure = undefined;
    if (error) throw error;
  }

  const queueAfter = (after: number) => {
    const pending = [...statuses].filter(([, status]) => status === 'pending');
    const left = pending.filter(([id]) => id > after).map(([id]) => id);
    const page = left.slice(0, 20);
    return {
      entries: page.map((id) => entryOf(id, [], texts.get(id))),
      total: pending.length,
      next: left.length > 20 ? (page.at(-1) ?? null) : null,
    };
  };

  const moderate = ({ action, joke_ids, expected }: Moderation) => {
    if (failure && !failure.taken) fail();
    const status = action === 'approve' ? 'approved' : 'rejected';
    const results = joke_ids.map((joke_id) => {
      const now = statuses.get(joke_id) ?? null;
      if (now === status) return { joke_id, status: now, audit_id: null };
      const error = `Another moderator already ${now} it.`;
      if (now !== 'pending') return { joke_id, status: now, audit_id: null, error };
      const joke = jokeNow(joke_id);
      const seen = expected?.find((each) => each.joke_id === joke_id);
      if (seen?.text_hash !== joke.text_hash) {
        return { joke_id, status: now, audit_id: null, error: CHANGED, joke };
      }
      return { joke_id, status, audit_id: write(action, joke_id, status) };
    });
    fail();
    return { results, totals: TOTALS };
  };

  const edit = (joke_id: number, { joke_text, expected }: EndpointInput<'editJoke'>['body']) => {
    fail();
    const joke = jokeNow(joke_id);
    if (expected?.text_hash !== joke.text_hash) throw new ApiError('conflict', CHANGED, { joke });
    texts.set(joke_id, joke_text);
    const audit_id = write(`edit ${joke_text}`, joke_id, statuses.get(joke_id) ?? 'pending');
    return { ...entryOf(joke_id, [], joke_text).joke, audit_id };
  };

  const undo = (auditId: string) => {
    fail();
    const entry = log.find(({ id }) => id === auditId);
    if (!entry) throw new ApiError('not_found', 'The log has no such entry.');
    if (entry.what.startsWith('edit')) texts.delete(entry.joke_id);
    write(`undo ${entry.what}`, entry.joke_id, 'pending');
    return { ...jokeNow(entry.joke_id), totals: TOTALS };
  };

  const latestEntry = (jokeId: number) => {
    const id = log.findLast(({ joke_id }) => joke_id === jokeId)?.id;
    return { entries: id === undefined ? [] : [auditEntry(id)], next: null };
  };

  const server = await startApiServer((exchange) => {
    const { pathname, searchParams } = new URL(exchange.request.url ?? '', 'http://localhost');
    const [, call = '', id = ''] = /\/admin\/(\w+)\/?(.*)/.exec(pathname) ?? [];
    const body = JSON.parse(exchange.body || '{}');
    const answers = new Map<string, () => unknown>([
      ['queue', () => queueAfter(Number(searchParams.get('after')))],
      ['moderate', () => moderate(body)],
      ['edit', () => edit(Number(id), body)],
      ['undo', () => undo(id)],
      ['audit', () => latestEntry(Number(searchParams.get('joke_id')))],
    ]);
    try {
      sendJson(exchange, 200, answers.get(call)?.());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, detail, joke } = error;
      sendJson(exchange, ERROR_STATUS[code], { detail, ...(joke && { joke }) });
    }
  });
  const outbox = createOutbox(new QueryClient());
  const review = createReview(outbox);
  const get = review.useReview.getState;
  const shown = () => {
    const [entry] = facing(get());
    if (!entry) throw new Error('Nothing is left.');
    return entry.joke;
  };
  const unsent = outbox.useStatus.getState;
  const settled = () =>
    vi.waitUntil(() => unsent().unsent === 0 && !get().loading, { interval: 2 });
  return {
    review,
    get,
    decide: (action: Decision['action'], reason?: RejectReason) =>
      review.decide(action, [shown()], reason),
    skip: () => review.skip(shown()),
    notices: () => noticesOf(get()),
    unsent,
    edit: async (joke: Joke, text: string) => review.saved(await outbox.edit(joke, text)),
    settled,
    statuses,
    texts,
    log: () => log.map(({ what, joke_id }) => `${what} ${joke_id}`),
    current: () => facing(get())[0]?.joke.joke_id,
    failOnce: (error: ApiError, taken = false) => (failure = { error, taken }),
    begin: async () => {
      review.begin();
      await settled();
    },
    [Symbol.asyncDispose]: async () => {
      await settled();
      await server[Symbol.asyncDispose]();
    },
  };
}

test('each decision shows the next fact at once, and the position counts up while the total stays', async () => {
  await using site = await setUp(50);
  const { get, decide, settled, log, current, begin } = site;
  await begin();
  expect([current(), countOf(get()), get().total]).toEqual([1, 0, 50]);
  for (let id = 1; id <= 45; id += 1) {
    expect(current()).toBe(id);
    decide(id % 2 === 0 ? 'approve' : 'reject', id % 2 === 0 ? undefined : 'unclear');
    // The next page is requested while there is still something to show.
    if (id % 15 === 0) await settled();
  }
  expect([current(), countOf(get()), get().total]).toEqual([46, 45, 50]);
  await settled();
  const expected = Array.from({ length: 45 }, (_, index) => index + 1);
  expect(log()).toEqual(expected.map((id) => `${id % 2 === 0 ? 'approve' : 'reject'} ${id}`));
  expect(useAnnouncement.getState()).toBe('Rejected fact no. 45.');
});

test('undo takes back the latest steps one by one, and each brings its fact back as the current one', async () => {
  await using site = await setUp(5);
  const { review, get, decide, skip, settled, log, current, begin } = site;
  await begin();
  decide('approve');
  skip();
  decide('reject', 'other');
  await settled();
  decide('approve');
  // This one was not sent, so that the log never hears of it.
  decide('approve');
  review.undo();
  expect(current()).toBe(5);
  await settled();
  for (const id of [4, 3, 2, 1]) {
    review.undo();
    expect(current()).toBe(id);
  }
  review.undo();
  await settled();
  expect(log()).toEqual([
    'approve 1',
    'reject 3',
    'approve 4',
    'undo approve 4',
    'undo reject 3',
    'undo approve 1',
  ]);
  expect(countOf(get())).toBe(0);
});

test('a decision that follows its own undo is sent after it', async () => {
  await using site = await setUp(2);
  const { review, decide, settled, log, begin } = site;
  await begin();
  decide('approve');
  await settled();
  review.undo();
  decide('reject', 'not_funny');
  await settled();
  expect(log()).toEqual(['approve 1', 'undo approve 1', 'reject 1']);
});

test('what somebody else has decided is shown, not repeated and not undone', async () => {
  await using site = await setUp(3);
  const { review, get, decide, notices, settled, statuses, log, begin } = site;
  await begin();
  statuses.set(1, 'rejected');
  statuses.set(2, 'approved');
  decide('approve');
  decide('approve');
  await settled();
  expect(notices()).toEqual([
    { joke_id: 1, text: 'Another moderator already rejected it.' },
    { joke_id: 2, text: 'Another moderator already approved it.' },
  ]);
  expect([log(), get().steps]).toEqual([[], []]);
  review.dismiss(1);
  expect(notices().map(({ joke_id }) => joke_id)).toEqual([2]);
});

test('a decision about a text that was changed meanwhile is not made: the fact comes back with the new text', async () => {
  await using site = await setUp(3);
  const { get, decide, notices, settled, texts, log, current, begin } = site;
  await begin();
  texts.set(1, 'Chuck Norris counts anew.');
  decide('approve');
  await settled();
  expect([log(), get().steps, current()]).toEqual([[], [], 2]);
  expect(notices()).toEqual([{ joke_id: 1, text: `${CHANGED} It’s back in the queue.` }]);
  decide('approve');
  expect(facing(get())[0]?.joke).toMatchObject({
    joke_id: 1,
    joke_text: 'Chuck Norris counts anew.',
  });
  decide('approve');
  await settled();
  expect(log()).toEqual(['approve 2', 'approve 1']);
});

test('a decision whose answer was lost counts as made, and can be undone', async () => {
  await using site = await setUp(2);
  const { review, decide, notices, unsent, settled, log, failOnce, begin } = site;
  await begin();
  failOnce(UNAVAILABLE, true);
  decide('approve');
  await vi.waitUntil(() => unsent().problem !== undefined);
  expect(unsent()).toEqual({ unsent: 1, problem: UNAVAILABLE });
  retryNow();
  await settled();
  expect([notices(), unsent().problem]).toEqual([[], undefined]);
  review.undo();
  await settled();
  expect(log()).toEqual(['approve 1', 'undo approve 1']);
});

test('a refused decision is brought back behind the current fact, which does not change', async () => {
  await using site = await setUp(4);
  const { decide, notices, settled, current, failOnce, begin } = site;
  await begin();
  failOnce(new ApiError('forbidden', 'You are no longer an administrator.'));
  decide('approve');
  expect(current()).toBe(2);
  await settled();
  expect(current()).toBe(2);
  expect(notices()[0]?.text).toBe('You are no longer an administrator. It’s back in the queue.');
  decide('approve');
  expect(current()).toBe(1);
});

test('an edit shows the new text and is undone like a decision', async () => {
  await using site = await setUp(2);
  const { review, get, edit, settled, log, begin } = site;
  await begin();
  const shown = () => facing(get())[0]?.joke.joke_text;
  await edit(entryOf(1).joke, 'Chuck Norris edits himself.');
  expect(shown()).toBe('Chuck Norris edits himself.');
  review.undo();
  expect(shown()).toBe('Chuck Norris counts to 1.');
  await settled();
  expect(log()).toEqual([
    'edit Chuck Norris edits himself. 1',
    'undo edit Chuck Norris edits himself. 1',
  ]);
});

test('at the end the skipped facts are offered again, and new ones make the visit longer', async () => {
  await using site = await setUp(3);
  const { review, get, decide, skip, settled, statuses, current, begin } = site;
  await begin();
  skip();
  decide('approve');
  skip();
  expect([current(), countOf(get(), 'skip'), get().next]).toEqual([undefined, 2, null]);
  review.reviewSkipped();
  expect([current(), countOf(get())]).toEqual([1, 1]);
  decide('approve');
  decide('approve');
  statuses.set(4, 'pending');
  review.lookAgain();
  await settled();
  expect([current(), get().total]).toEqual([4, 4]);
});

const like = (joke_id: number, status: JokeStatus, similarity: number): ModeratedSimilarJoke => ({
  joke_id,
  joke_text: textOf(joke_id),
  text_hash: hashOf(textOf(joke_id)),
  status,
  similarity,
});

test('a published fact and what repeats it make duplicates, which one step rejects and undoes', async () => {
  await using site = await setUp(30);
  const { review, get, settled, log, current, begin } = site;
  await begin();
  const similar = [like(90, 'approved', 0.9), like(25, 'pending', 0.8), like(3, 'pending', 0.7)];
  const entry = entryOf(1, [...similar, like(80, 'rejected', 0.9), like(4, 'pending', 0.56)]);
  const { original, duplicates } = duplicatesOf(entry, get());
  const ids = duplicates.map(({ joke_id }) => joke_id);
  expect([original?.joke_id, ids]).toEqual([90, [1, 25, 3]]);
  expect(duplicatesOf(entryOf(1, similar.slice(1)), get()).duplicates).toEqual([]);
  expect(duplicatesOf(entryOf(1, similar.slice(0, 1)), get()).duplicates).toEqual([]);
  review.decide('reject', duplicates, 'duplicate');
  expect([current(), countOf(get(), 'reject')]).toEqual([2, 3]);
  expect(duplicatesOf(entry, get()).duplicates).toEqual([]);
  await settled();
  // Fact 25 was not loaded when it was rejected.
  expect(facing(get()).map(({ joke }) => joke.joke_id)).not.toContain(25);
  review.undo();
  expect(current()).toBe(1);
  await settled();
  expect(log()).toEqual([
    'reject 1',
    'reject 25',
    'reject 3',
    'undo reject 1',
    'undo reject 25',
    'undo reject 3',
  ]);
});

test('a visit that has sent everything starts again, another one goes on', async () => {
  await using site = await setUp(3);
  const { review, get, decide, unsent, settled, failOnce, begin } = site;
  await begin();
  failOnce(UNAVAILABLE);
  decide('approve');
  await vi.waitUntil(() => unsent().problem !== undefined);
  review.begin();
  expect([unsent().unsent, countOf(get())]).toEqual([1, 1]);
  retryNow();
  await settled();
  await begin();
  expect([countOf(get()), get().total, get().steps]).toEqual([0, 2, []]);
});
