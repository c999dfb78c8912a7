import { beforeEach, expect, test } from 'vitest';
import { queuePage } from '../../../functions/src/contract/index.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const MINUTE_MS = 60_000;
const FACTS = 7;

const pending = Array.from({ length: FACTS }, (_, index) =>
  aJoke(index + 1, { status: 'pending' }),
);
const running = useApi(pending, { contention: 'production' });
let now = 0;
const [owner, anna, ben] = ['owner', 'anna', 'ben'] as const;

beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  const who = { kind: 'admin', provider: 'password' } as const;
  await running.restart({
    clock: () => now,
    identify: (bearer) => Promise.resolve({ ...who, username: bearer, session: bearer }),
  });
});

/** Loads a page of the queue. @returns its facts, and who has how many others */
async function load(bearer: string, limit: number, after = 0) {
  const path = `/admin/queue?limit=${limit}&after=${after}`;
  const { entries, claims, next } = queuePage.parse(
    (await running.api.request(path, { bearer })).body,
  );
  return { ids: entries.map(({ joke }) => joke.joke_id), claims, next };
}

const post = (path: string, bearer: string, body?: object) =>
  running.api.request(path, { method: 'POST', bearer, body });

test('two moderators get different facts, and see who has how many', async () => {
  expect(await load(owner, 3)).toEqual({ ids: [1, 2, 3], claims: [], next: 3 });
  const had = [{ username: 'owner', provider: 'password', jokes: 3 }];
  expect(await load(anna, 2)).toEqual({ ids: [4, 5], claims: had, next: 5 });
  expect(await load(owner, 3, 3)).toEqual({
    ids: [6, 7],
    claims: [{ username: 'anna', provider: 'password', jokes: 2 }],
    next: null,
  });
  expect(await load(anna, 5, 5)).toMatchObject({ ids: [], claims: [{ jokes: 5 }], next: null });
});

test('moderators who load at the same moment get different facts', async () => {
  const loaded = await Promise.all([owner, anna, ben].map((bearer) => load(bearer, 2)));
  expect(loaded.flatMap(({ ids }) => ids).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a moderator who loads again gets the same facts, and keeps those of earlier pages', async () => {
  await load(owner, 2);
  await load(owner, 2, 2);
  expect(await load(owner, 2)).toMatchObject({ ids: [1, 2] });
  expect(await load(anna, 5)).toMatchObject({ ids: [5, 6, 7], claims: [{ jokes: 4 }] });
});

test('decided facts leave the claim', async () => {
  await load(owner, 3);
  await post('/admin/approve/1', owner);
  expect(await load(anna, 1)).toMatchObject({ ids: [4], claims: [{ jokes: 2 }] });
});

test('a claim ends after ten minutes', async () => {
  await load(owner, 3);
  now += 10 * MINUTE_MS - 1;
  expect((await load(anna, 1)).ids).toEqual([4]);
  now += 1;
  expect(await load(anna, 1)).toMatchObject({ ids: [1], claims: [] });
});

test('a claim ends with the session', async () => {
  await load(anna, 3);
  await post('/admin/logout', anna);
  expect(await load(owner, 1)).toMatchObject({ ids: [1], claims: [] });
});

test('loading is one transaction with one write, whatever is loaded', async () => {
  await load(owner, FACTS);
  running.site.firestore.resetRecords();
  await load(owner, FACTS);
  const commits = running.site.firestore
    .records()
    .filter(({ rpc, writes }) => rpc === 'Commit' && writes > 0);
  expect(commits.map(({ writes }) => writes)).toEqual([1]);
});
