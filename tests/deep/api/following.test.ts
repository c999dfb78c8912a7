// @module-tag S22
import { READ } from '../../../functions/src/catalog/follower.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { API_BASE_PATH, COMPAT_BASE_PATH } from '../../../functions/src/contract/index.ts';
import { quotas } from '../../../functions/src/domain/index.ts';
import { createServices } from '../../../functions/src/site.ts';
import { ADMIN_BEARER, siteTime, type Instance, type Replaced } from '../../support/api-site.ts';
import { hasChanges, holdReads } from '../../support/api/hold-reads.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { getList } from '../../support/api/lists.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';
import { useApi } from '../../support/api/use-api.ts';
import { reject } from '../../support/moderation-steps.ts';

const PERMISSION_DENIED = 7;
const UNAVAILABLE = 14;
/** After this time, an instance follows the database. */
const DUE_MS = 25_001;
const HOUR_MS = 3_600_000;
/** Visitors start no refresh within this time of another one. */
const PAUSE_MS = 5_000;

let now = siteTime();
const clock = () => now;
const running = useApi([aJoke(1), aJoke(2)], { clock });
useShortRetries();

let reader: Instance;
let other: Instance;

/** Starts the instance that follows, and reads its catalog. */
async function startReader(replaced?: Replaced): Promise<void> {
  await running.restart(replaced);
  reader = running.api;
  expect(await shownText()).toBe(aJoke(1).joke_text);
}

beforeEach(async () => {
  await startReader();
  other = await running.start();
});

const fact = z.object({ joke_text: z.string() });

async function shownText(): Promise<string> {
  return fact.parse((await reader.request('/jokes/1')).body).joke_text;
}

const statusOf = async (path = '/jokes/1') => (await reader.request(path)).status;

const decide = (api: Instance, decision: 'approve' | 'reject', jokeId: number) =>
  api.request(`/admin/${decision}/${jokeId}`, { method: 'POST', bearer: ADMIN_BEARER });

const edit = (api: Instance, joke_text: string) =>
  api.request('/admin/edit/1', { method: 'PUT', bearer: ADMIN_BEARER, body: { joke_text } });

/** Starts a reader whose next refresh is held back, unless already its start is. */
async function startHeld(fromStart = false) {
  let isHeld = fromStart;
  const { withReadDeadline, ...held } = holdReads((answer) => isHeld && hasChanges(answer));
  await running.restart({ withReadDeadline });
  reader = running.api;
  const services = createServices(reader.context);
  if (!fromStart) await Promise.all([services.follower.read(READ.visitor), shownText()]);
  isHeld = true;
  now += DUE_MS;
  return { ...held, ...services };
}

/** Holds the answer to the reader's next commit. */
function holdCommit() {
  const [committed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { db } = reader.context;
  const run = db.runTransaction.bind(db);
  vi.spyOn(db, 'runTransaction').mockImplementationOnce(async (...given) => {
    const result = await run(...given);
    committed.resolve();
    await released.promise;
    return result;
  });
  return { committed: committed.promise, release: released.resolve };
}

describe('a fact that is taken down elsewhere disappears', () => {
  test.each([0, 60, 100])(
    'if its change becomes visible %i s after the time that it names',
    async (seconds) => {
      const updated_at = new Date(Date.now() - seconds * 1_000);
      await other.context.db.doc('jokes/1').update({ status: 'rejected', updated_at });
      now += DUE_MS;
      expect(await statusOf()).toBe(404);
    },
  );

  test.each([-10, 10])('if the clock of an instance is %i minutes wrong', async (minutes) => {
    const wrong = () => Date.now() + minutes * 60_000;
    await startReader({ clock: wrong, monotonic: clock });
    await decide(other, 'reject', 1);
    now += DUE_MS;
    expect(await statusOf()).toBe(404);
  });

  test.each([
    ['whose monotonic clock stood still for an hour', HOUR_MS, 0],
    ['whose wall clock was set back by an hour', -HOUR_MS, DUE_MS],
  ])('at the next request to an instance %s', async (_which, passed, monotonicPassed) => {
    let ticks = 0;
    await startReader({ monotonic: () => ticks });
    await decide(other, 'reject', 1);
    now += passed;
    ticks += monotonicPassed;
    expect(await statusOf()).toBe(404);
  });

  test.each([
    [1, 404, 'private, no-store'],
    [2, 404, 'private, no-store'],
    [3, 200, 'public, max-age=0, s-maxage=10'],
  ])(
    'after an hour of sleep and %i attempts on a dead connection, or the CDN may keep it for ten seconds',
    async (attempts, status, cacheControl) => {
      /** lets the deadline of each read pass */
      const timeOuts: (() => void)[] = [];
      await startReader({
        withReadDeadline: (reading) =>
          new Promise((resolve, reject) => {
            timeOuts.push(() => reject(new Error('No answer')));
            reading.then(resolve, reject);
          }),
      });
      await decide(other, 'reject', 1);
      now += HOUR_MS;
      const recover = reader.holdCalls();
      timeOuts.length = 0;
      const answer = reader.request('/jokes/1');
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        await expect.poll(() => timeOuts.length).toBe(attempt);
        // Later calls go through; those that were sent never get an answer.
        if (attempt === attempts && status === 404) reader.holdCalls()();
        timeOuts.at(-1)?.();
      }
      expect((await answer).status).toBe(status);
      expect((await answer).headers.get('cache-control')).toBe(cacheControl);
      recover();
    },
  );

  test.each(['start', 'refresh'])(
    'if the instance slept during its %s, whose query is answered when it wakes up',
    async (what) => {
      const { follower, reached, release } = await startHeld(what === 'start');
      const before = follower.read(READ.visitor);
      await reached;
      await decide(other, 'reject', 1);
      now += HOUR_MS;
      const after = follower.read(READ.visitor);
      release();
      expect((await after).isApproved(1)).toBe(false);
      expect((await before).isApproved(1)).toBe(false);
    },
  );
});

describe("an instance's own write", () => {
  test('is not replaced by the answer to an earlier query', async () => {
    const { reached, release } = await startHeld();
    await edit(other, 'Chuck Norris was first.');
    const shown = shownText();
    await reached;
    await edit(reader, 'Chuck Norris was last.');
    release();
    expect(await shown).toBe('Chuck Norris was last.');
  });

  test.each([
    ['another instance', () => other],
    ['this instance', () => reader],
  ])('whose answer is late does not replace a later one of %s', async (_whose, later) => {
    const { committed, release } = holdCommit();
    const early = edit(reader, 'Chuck Norris was first.');
    await committed;
    await edit(later(), 'Chuck Norris was last.');
    now += DUE_MS;
    expect(await shownText()).toBe('Chuck Norris was last.');
    release();
    expect((await early).status).toBe(200);
    expect(await shownText()).toBe('Chuck Norris was last.');
  });

  test.each([4, 10, 13, 14])(
    'whose commit failed after it happened shows at the next request after five seconds: code %i',
    async (code) => {
      running.site.firestore.inject({ rpc: 'Commit', code, when: 'after' });
      expect((await edit(reader, 'Chuck Norris was not told.')).status).toBe(200);
      now += PAUSE_MS;
      expect(await shownText()).toBe('Chuck Norris was not told.');
    },
  );

  test('whose commit failed during a refresh shows after it', async () => {
    const { follower, changes, reached, release } = await startHeld();
    void follower.read(READ.visitor);
    await reached;
    running.site.firestore.inject({ rpc: 'Commit', code: UNAVAILABLE, when: 'after' });
    await reject({ changes }, 1);
    const after = follower.read(READ.visitor);
    release();
    expect((await after).isApproved(1)).toBe(false);
  });
});

describe('many changes', () => {
  test('at one time all arrive, and a refresh that is cut short goes on after its last joke', async () => {
    const JOKES = 2_000;
    const PAGE = 500;
    const { firestore } = running.site;
    const total = async () => (await getList(reader, '/jokes')).total;
    await running.site.fill(Array.from({ length: JOKES }, (_, index) => aJoke(index + 1)));
    await startReader();
    const { db } = other.context;
    const updated_at = new Date();
    for (let first = 1; first <= JOKES; first += PAGE) {
      const batch = db.batch();
      for (let id = first; id < first + PAGE; id += 1) {
        batch.update(db.doc(`jokes/${id}`), { status: 'rejected', updated_at });
      }
      await batch.commit();
    }
    now += DUE_MS;
    firestore.resetRecords();
    for (let left = JOKES - PAGE; left >= 0; left -= PAGE) {
      firestore.inject({ rpc: 'RunQuery', nth: 2, code: PERMISSION_DENIED, when: 'before' });
      expect(await total()).toBe(left);
      now += 5_000;
    }
    firestore.clearFaults();
    expect(await total()).toBe(0);
    // Each refresh reads the root, and the last one finds no further page.
    expect(firestore.totals().reads).toBe(JOKES + JOKES / PAGE + 1 + 1);
  });
});

describe('what an instance does not know', () => {
  const submission = z.object({ receipt: z.string(), joke_id: z.int() });

  test('is not found until the next refresh, but a receipt is looked up', async () => {
    const body = { joke_text: 'Chuck Norris keeps every receipt.' };
    const sent = await other.request('/jokes/submit', { method: 'POST', body });
    const { joke_id, receipt } = submission.parse(sent.body);
    await decide(other, 'approve', joke_id);
    now += DUE_MS - 2;
    expect(await statusOf(`/jokes/${joke_id}`)).toBe(404);
    expect((await reader.request(`/submissions/${receipt}`)).body).toMatchObject({
      status: 'approved',
      joke_id,
    });
    now += 2;
    expect(await statusOf(`/jokes/${joke_id}`)).toBe(200);
  });

  test('costs no refresh and, but for receipts, no read, however much is asked; what is taken down meanwhile, and becomes visible 50 s late, is gone within 35 s', async () => {
    const ofApi = [
      '/jokes/999',
      '/jokes/999/related',
      '/cards/999.png',
      '/cards/999-tall.png',
      '/images/status/999',
      `/images/files/${'0'.repeat(32)}-640.webp`,
    ].map((path) => API_BASE_PATH + path);
    const others = ['/fact/999', '/embed/fact/999', '/tag/999', '/999'];
    const paths = [...ofApi, ...others, `${COMPAT_BASE_PATH}/jokes/999`];
    const vote = () =>
      reader.request('/ratings', { method: 'POST', body: { joke_id: 999, rating_num: 5 } });
    // Reads the key of voters' ids, once.
    await vote();
    running.site.firestore.resetRecords();
    for (let second = 1; second <= 60; second += 1) {
      if (second === 26) {
        const updated_at = new Date(Date.now() - 50_000);
        await other.context.db.doc('jokes/2').update({ status: 'rejected', updated_at });
      }
      now += 1_000;
      const answers = await Promise.all(paths.map((path) => fetch(reader.url + path)));
      expect(answers.filter(({ ok }) => ok).map(({ url }) => url)).toEqual([]);
      for (const { headers } of answers) {
        if (headers.get('cache-control') !== 'private, no-store') throw new Error('It is cached');
      }
      expect((await vote()).status).toBe(404);
      if (second === 26 + 35) expect(await statusOf('/jokes/2')).toBe(404);
    }
    expect(await statusOf('/jokes/2')).toBe(404);
    // Two refreshes, one of which finds the change.
    expect(running.site.firestore.totals().reads).toBe(2 + 2);
    await reader.request(`/submissions/${'0'.repeat(43)}`);
    expect(running.site.firestore.totals().reads).toBe(2 + 2 + 1);
  });

  test('is looked up for a network 240 times an hour', async () => {
    const receipt = (number: number) => `/submissions/${String(number).padStart(43, '0')}`;
    for (let number = 0; number < quotas.lookups.network; number += 1) {
      expect(await statusOf(receipt(number))).toBe(404);
    }
    running.site.firestore.resetRecords();
    const refused = await reader.request(receipt(999));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(running.site.firestore.totals().reads).toBe(0);
  });
});
