import { parseFeed } from '@rowanmanning/feed-parser';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createRandom } from '../../local/seed/random.ts';
import { type Context, createServices, type Services } from '../../functions/src/site.ts';
import { dailyJokeList } from '../../functions/src/contract/index.ts';
import { approve, edit, reject, remove } from '../support/moderation-steps.ts';
import type { Instance } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { refuseCommitsFrom, useApi } from '../support/api/use-api.ts';
import { useShortRetries } from '../support/api/short-retries.ts';

const A_DAY = 24 * 60 * 60_000;
const FIRST = Date.UTC(2026, 10, 22);
const PATH = '/feed/daily.xml';

const running = useApi([
  ...Array.from({ length: 7 }, (_, index) => aJoke(index + 1)),
  aJoke(8, { status: 'pending' }),
  aJoke(9, { status: 'pending' }),
]);
useShortRetries();
const stored = z.object({ days: z.array(z.object({ joke_id: z.number() })) });
const document = () => running.api.context.db.doc('daily/facts');

let now: number;
let logged: Parameters<Context['log']>[0][];
let editor: Services;

/** The dependencies of an instance whose random numbers begin with a seed. */
function parts(seed: number): Partial<Context> {
  return {
    clock: () => now,
    random: createRandom(seed),
    log: (entry) => logged.push(entry),
  };
}

beforeEach(async () => {
  now = FIRST;
  logged = [];
  await running.restart(parts(1));
  editor = createServices(running.api.context);
});

interface Day {
  date: string;
  id: number;
}

/** The days in an instance's feed, the newest first. */
async function daysOf(api: Instance): Promise<Day[]> {
  const response = await fetch(api.url + PATH);
  expect(response.status).toBe(200);
  return parseFeed(await response.text()).items.map(({ url, published }) => ({
    date: published?.toISOString() ?? '',
    id: Number(/\/fact\/(\d+)$/.exec(url ?? '')?.[1]),
  }));
}

const textOf = async (api: Instance) => (await fetch(api.url + PATH)).text();

/** What Firestore is charged for an action. */
async function charged(action: () => Promise<unknown>) {
  running.site.firestore.resetRecords();
  await action();
  const { reads, writes } = running.site.firestore.totals();
  return { reads, writes };
}

describe('the fact of the day', () => {
  test('is the same on each instance, and none appears again before all approved ones have', async () => {
    const instances = [running.api, await running.site.start(parts(2))];
    const approved = new Set([1, 2, 3, 4, 5, 6, 7]);
    let round = new Set<number>();
    const rounds: number[] = [];
    let last = 0;
    for (let day = 0; day < 45; day += 1) {
      if (day === 3) await approve(editor, 8);
      if (day === 3) approved.add(8);
      if (day === 12) await reject(editor, 2);
      if (day === 12) approved.delete(2);
      if (day === 20) await approve(editor, 9);
      if (day === 20) approved.add(9);
      if (day === 28) await remove(editor, 5);
      if (day === 28) approved.delete(5);
      now = FIRST + day * A_DAY;
      const first = await daysOf(instances[day % 2] ?? running.api);
      const second = await daysOf(instances[(day + 1) % 2] ?? running.api);
      expect(second).toEqual(first);
      const [newest] = first;
      expect(newest?.date).toBe(new Date(now).toISOString());
      const id = newest?.id ?? 0;
      expect(approved).toContain(id);
      if ([...approved].every((each) => round.has(each))) {
        rounds.push(day);
        round = new Set();
      }
      expect(round).not.toContain(id);
      expect(id).not.toBe(last);
      round.add(id);
      last = id;
    }
    expect(rounds.length).toBeGreaterThanOrEqual(4);
    const { days } = stored.parse((await document().get()).data());
    expect(days).toHaveLength(30);
    const shown = days.filter(({ joke_id }) => approved.has(joke_id));
    expect(shown.length).toBeLessThan(30);
    expect((await daysOf(running.api)).map(({ id }) => id)).toEqual(
      shown.toReversed().map(({ joke_id }) => joke_id),
    );
  });

  test('is random', async () => {
    const drawn = new Set<number>();
    for (let seed = 1; seed <= 12; seed += 1) {
      await document().delete();
      await running.restart(parts(seed));
      drawn.add((await daysOf(running.api))[0]?.id ?? 0);
    }
    expect(drawn.size).toBeGreaterThan(3);
  });

  test('changes at midnight UTC, and a day that nobody asked for has none', async () => {
    now = FIRST + A_DAY - 1;
    const [before] = await daysOf(running.api);
    expect(before?.date).toBe('2026-11-22T00:00:00.000Z');
    now += 10_001;
    const after = await daysOf(running.api);
    expect(after.map(({ date }) => date.slice(0, 10))).toEqual(['2026-11-23', '2026-11-22']);
    now += 3 * A_DAY;
    const later = await daysOf(running.api);
    expect(later.map(({ date }) => date.slice(0, 10))).toEqual([
      '2026-11-26',
      '2026-11-23',
      '2026-11-22',
    ]);
    expect(later.slice(1)).toEqual(after);
  });

  test('costs one write a day in all, and a read of the document for each instance', async () => {
    const other = await running.site.start(parts(2));
    await daysOf(running.api);
    await daysOf(other);
    now += A_DAY;
    expect((await charged(() => daysOf(running.api))).writes).toBe(1);
    // The changes, the root and the document.
    expect(await charged(() => daysOf(other))).toEqual({ reads: 3, writes: 0 });
    for (let hour = 1; hour < 24; hour += 1) {
      now = FIRST + A_DAY + hour * 60 * 60_000;
      const both = () => Promise.all([daysOf(running.api), daysOf(other)]);
      expect((await charged(both)).writes).toBe(0);
    }
    const fresh = await running.site.start(parts(3));
    expect(await charged(() => daysOf(fresh))).toEqual({ reads: 4, writes: 0 });
  });

  test('is chosen once if the first requests reach several instances together', async () => {
    const starting = [2, 3, 4, 5].map((seed) => running.site.start(parts(seed)));
    const instances = [running.api, ...(await Promise.all(starting))];
    let found: Day[][] = [];
    const all = async () => {
      found = await Promise.all([...instances, ...instances].map(daysOf));
    };
    expect((await charged(all)).writes).toBe(1);
    expect(new Set(found.map((days) => JSON.stringify(days))).size).toBe(1);
    expect(found[0]).toHaveLength(1);
  });

  test(
    'leaves out a fact that was rejected or deleted, and shows the new text of an edited one',
    { tags: 'S22' },
    async () => {
      const ids: number[] = [];
      for (let day = 0; day < 4; day += 1) {
        now = FIRST + day * A_DAY;
        ids.unshift((await daysOf(running.api))[0]?.id ?? 0);
      }
      const [today = 0, edited = 0, rejected = 0, deleted = 0] = ids;
      const other = await running.site.start(parts(2));
      expect(await daysOf(other)).toHaveLength(4);
      await edit(editor, edited, 'Chuck Norris has always said this.');
      await reject(editor, rejected);
      await remove(editor, deleted);
      now += 35_000;
      for (const api of [running.api, other]) {
        expect((await daysOf(api)).map(({ id }) => id)).toEqual([today, edited]);
        expect(await textOf(api)).toContain('Chuck Norris has always said this.');
      }
      expect(await charged(() => running.site.start(parts(3)).then(daysOf))).toMatchObject({
        writes: 0,
      });
    },
  );
});

describe('the fact of the day on the site', () => {
  const listed = async (api: Instance, size: number) => {
    const { status, body } = await api.request(`/jokes/daily?limit=${size}`);
    expect(status).toBe(200);
    return dailyJokeList.parse(body).jokes.map(({ day, joke_id }) => [day, joke_id]);
  };

  test('is the feed’s, and costs an instance one read, once', async () => {
    for (let day = 0; day < 9; day += 1) {
      now = FIRST + day * A_DAY;
      await daysOf(running.api);
    }
    const fed = (await daysOf(running.api)).map(({ date, id }) => [date.slice(0, 10), id]);
    const fresh = await running.site.start(parts(2));
    let found: unknown;
    const today = async () => (found = await listed(fresh, 1));
    expect(await charged(today)).toEqual({ reads: 3 + 1, writes: 0 });
    expect(found).toEqual(fed.slice(0, 1));
    expect(await charged(today)).toEqual({ reads: 0, writes: 0 });
    expect(await listed(fresh, 7)).toEqual(fed.slice(0, 7));
    for (const limit of [0, 8]) {
      expect(await fresh.request(`/jokes/daily?limit=${limit}`)).toMatchObject({ status: 422 });
    }
  });

  test('is one that is no worse than the site’s average, otherwise the best of those left', async () => {
    await running.refill([
      ...[1, 2, 3, 4, 5].map((id) => aJoke(id, { histogram: [30, 0, 0, 0, 0] })),
      aJoke(6, { histogram: [0, 30, 0, 0, 0] }),
      aJoke(7, { histogram: [0, 0, 0, 0, 90] }),
    ]);
    for (let seed = 1; seed <= 5; seed += 1) {
      await document().delete();
      await running.restart(parts(seed));
      now = FIRST;
      expect((await listed(running.api, 1))[0]?.[1]).toBe(7);
      now += A_DAY;
      expect((await listed(running.api, 1))[0]?.[1]).toBe(6);
    }
  });

  test('is replaced on every instance when it is taken down', { tags: 'S22' }, async () => {
    const other = await running.site.start(parts(2));
    const [[, yesterday] = []] = await listed(running.api, 1);
    now += A_DAY;
    const [[day, taken = 0] = []] = await listed(running.api, 1);
    expect(await listed(other, 1)).toEqual([[day, taken]]);
    await reject(editor, Number(taken));
    now += 35_000;
    const replaced = await listed(running.api, 7);
    expect(replaced).toEqual([
      [day, expect.any(Number)],
      ['2026-11-22', yesterday],
    ]);
    expect(replaced[0]?.[1]).not.toBe(taken);
    expect(await listed(other, 7)).toEqual(replaced);
    expect((await daysOf(other)).map(({ id }) => id)).toEqual(replaced.map(([, id]) => id));
  });
});

describe('without a fact for today', () => {
  test('a failed write leaves the earlier days, is logged and tried again after ten seconds', async () => {
    const before = await daysOf(running.api);
    now += A_DAY;
    refuseCommitsFrom(running.site.firestore, 1);
    expect(await daysOf(running.api)).toEqual(before);
    expect(logged.filter(({ severity }) => severity !== 'INFO')).toMatchObject([
      { severity: 'WARNING', message: 'Choosing the joke of the day failed' },
    ]);
    running.site.firestore.clearFaults();
    now += 9_999;
    expect(await daysOf(running.api)).toEqual(before);
    now += 1;
    const after = await daysOf(running.api);
    expect(after).toHaveLength(2);
    expect(after[1]).toEqual(before[0]);
  });

  test('a write whose result was lost counts', { tags: 'S11' }, async () => {
    const UNAVAILABLE = 14;
    running.site.firestore.inject({ rpc: 'Commit', code: UNAVAILABLE, when: 'after', times: 1 });
    let found: Day[] = [];
    await charged(async () => (found = await daysOf(running.api)));
    expect(found).toHaveLength(1);
    expect(await daysOf(await running.site.start(parts(2)))).toEqual(found);
  });

  test('a site whose first fact is approved later that day shows it within a minute', async () => {
    await running.refill([aJoke(1, { status: 'pending' })]);
    await running.restart(parts(1));
    expect(await daysOf(running.api)).toEqual([]);
    await approve(createServices(running.api.context), 1);
    now += 60_000;
    expect(await daysOf(running.api)).toMatchObject([{ id: 1 }]);
    now += A_DAY;
    // It is the only one.
    expect(await daysOf(running.api)).toMatchObject([{ id: 1 }, { id: 1 }]);
  });

  test(
    'a malformed joke is not chosen, and a malformed document is replaced',
    { tags: 'S20' },
    async () => {
      const { db } = running.api.context;
      const malformed = { histogram: 'none', updated_at: new Date() };
      for (const id of [1, 2, 3, 4, 5, 6]) await db.doc(`jokes/${id}`).update(malformed);
      await document().set({ days: 'none', seen: 7 });
      await running.restart(parts(1));
      expect(await daysOf(running.api)).toMatchObject([{ id: 7 }]);
      now += A_DAY;
      expect(await daysOf(running.api)).toMatchObject([{ id: 7 }, { id: 7 }]);
      const skipped = logged.flatMap((entry) => entry['document'] ?? []);
      expect(skipped.filter((path) => path === 'daily/facts')).toHaveLength(1);
    },
  );
});
