// @module-tag P1
import { beforeEach, expect, test } from 'vitest';
import { siteTime } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const ABORTED = 10;
const UNAVAILABLE = 14;
/** An instance follows the database from this time on. */
const DUE_SECONDS = 25;
const ATTEMPTS = 5;

let now = siteTime();
const running = useApi([aJoke(1), aJoke(2)], { clock: () => now });

const statusOf = async (path: string) => (await running.api.request(path)).status;

async function readPages(): Promise<void> {
  for (const path of ['/jokes', '/jokes/1', '/jokes/top']) expect(await statusOf(path)).toBe(200);
}

/** The statuses of votes of other browsers for one fact, all at once. */
const vote = (browsers: number) =>
  Promise.all(
    Array.from({ length: browsers }, async () => {
      const body = { joke_id: 1, rating_num: 5 };
      return (await running.api.request('/ratings', { method: 'POST', body })).status;
    }),
  );

/** The seconds from `first` to `last` at which visitors make the instance follow the database. */
async function refreshes(first: number, last: number, write?: () => Promise<unknown>) {
  const { firestore } = running.site;
  const seconds: number[] = [];
  for (let second = first; second <= last; second += 1) {
    now += 1_000;
    firestore.resetRecords();
    await write?.();
    await readPages();
    const roots = firestore.records().filter(({ detail }) => detail === 'catalog/root');
    seconds.push(...roots.map(() => second));
  }
  return seconds;
}

beforeEach(readPages);

test('attempts of votes that are aborted cause no refresh, whether or not a later one is committed', async () => {
  const { firestore } = running.site;
  async function contend() {
    firestore.inject({ rpc: 'Commit', code: ABORTED, when: 'before', times: 4 });
    expect(await vote(4)).toEqual([201, 201, 201, 201]);
    firestore.inject({ rpc: 'Commit', code: ABORTED, when: 'before', times: ATTEMPTS });
    expect(await vote(1)).toEqual([503]);
  }
  expect(await refreshes(1, DUE_SECONDS, contend)).toEqual([DUE_SECONDS]);
});

test('writes with an unknown outcome cause one refresh, and never more than one in five seconds', async () => {
  async function loseAnswer() {
    running.site.firestore.inject({ rpc: 'Commit', code: UNAVAILABLE, when: 'after' });
    expect(await vote(1)).toEqual([201]);
  }
  expect(await refreshes(1, 22, loseAnswer)).toEqual([5, 10, 15, 20]);
  expect(await refreshes(23, 25 + DUE_SECONDS)).toEqual([25, 25 + DUE_SECONDS]);
});
