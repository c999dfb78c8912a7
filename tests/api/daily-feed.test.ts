import { parseFeed } from '@rowanmanning/feed-parser';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRandom } from '../support/random.ts';
import { createServices, type Services } from '../../functions/src/site.ts';
import { dailyJokeList } from '../../functions/src/contract/index.ts';
import { approve, reject, remove } from '../support/moderation-steps.ts';
import type { Instance } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { refuseCommitsFrom, useApi } from '../support/api/use-api.ts';
import { useShortRetries } from '../support/api/short-retries.ts';

const A_DAY = 24 * 60 * 60_000;
const FIRST = Date.UTC(2026, 10, 22);

let now = FIRST;
const jokes = [
  ...Array.from({ length: 7 }, (_, index) => aJoke(index + 1)),
  ...[8, 9].map((id) => aJoke(id, { status: 'pending' })),
];
const random = createRandom(1);
const running = useApi(jokes, { clock: () => now, random });
const { costOf } = running;
useShortRetries();

let editor: Services;
beforeEach(() => {
  now = FIRST;
  editor = createServices(running.api.context);
});

type Day = readonly [day: string, id: number];

/** The days in an instance's feed, the newest first. */
async function daysOf(api: Instance): Promise<Day[]> {
  const response = await fetch(`${api.url}/feed/daily.xml`);
  expect(response.status).toBe(200);
  return parseFeed(await response.text()).items.map(({ url, published }) => [
    published?.toISOString().slice(0, 10) ?? '',
    Number(/\/fact\/(\d+)$/.exec(url ?? '')?.[1]),
  ]);
}

/** The days that the site shows. */
async function listed(api: Instance, size = 7): Promise<Day[]> {
  const { body } = await api.request(`/jokes/daily?limit=${size}`);
  return dailyJokeList.parse(body).jokes.map(({ day, joke_id }) => [day, joke_id]);
}

describe('the fact of the day', () => {
  test('is the same on each instance, and none appears again while another was not that of the last days', async () => {
    const instances = [running.api, await running.start()];
    const approved = new Set([1, 2, 3, 4, 5, 6, 7]);
    const past: number[] = [];
    const decisions: Record<number, () => Promise<unknown>> = {
      3: () => approve(editor, 8).then(() => approved.add(8)),
      12: () => reject(editor, 2).then(() => approved.delete(2)),
      20: () => approve(editor, 9).then(() => approved.add(9)),
      44: () => remove(editor, past[43] ?? 0).then(() => approved.delete(past[43] ?? 0)),
    };
    for (let day = 0; day < 45; day += 1) {
      await decisions[day]?.();
      now = FIRST + day * A_DAY;
      const first = await daysOf(instances[day % 2] ?? running.api);
      expect(await daysOf(instances[(day + 1) % 2] ?? running.api)).toEqual(first);
      const [date, id = 0] = first[0] ?? [];
      expect(date).toBe(new Date(now).toISOString().slice(0, 10));
      expect(approved).toContain(id);
      const unseen = [...approved].filter((each) => !past.slice(-30).includes(each));
      if (unseen.length > 0) expect(unseen).toContain(id);
      past.push(id);
    }
    const shown = (await daysOf(running.api)).map(([, id]) => id);
    expect(shown).toEqual(
      past
        .slice(-30)
        .reverse()
        .filter((id) => approved.has(id)),
    );
  });

  test('changes at midnight UTC; a day that nobody asked for has none', async () => {
    now = FIRST + A_DAY - 1;
    const [first] = await daysOf(running.api);
    now += 10_001;
    const [second] = await daysOf(running.api);
    now += 3 * A_DAY;
    const all = await daysOf(running.api);
    expect(all).toEqual([all[0], second, first]);
    expect(all.map(([day]) => day)).toEqual(['2026-11-26', '2026-11-23', '2026-11-22']);
    expect(await listed(running.api)).toEqual(all);
    expect(await listed(running.api, 1)).toEqual(all.slice(0, 1));
  });

  test('is one of the better half, as long as there are others than those of the last days', async () => {
    await running.refill([
      ...[1, 2].map((id) => aJoke(id, { histogram: [30, 0, 0, 0, 0] })),
      ...[3, 4].map((id) => aJoke(id, { histogram: [0, 0, 0, 0, 90] })),
    ]);
    await listed(running.api);
    now += A_DAY;
    expect((await daysOf(running.api)).map(([, id]) => id)).toEqual(expect.arrayContaining([3, 4]));
  });

  test('costs one write a day in all, and a read of the document for each instance', async () => {
    const other = await running.start();
    for (const api of [running.api, other]) await daysOf(api);
    now += A_DAY;
    expect((await costOf(() => daysOf(running.api))).writes).toBe(1);
    // The changes, the root and the document.
    expect(await costOf(() => daysOf(other))).toEqual({ reads: 3, writes: 0 });
    now += A_DAY - 1;
    const both = () => Promise.all([daysOf(running.api), daysOf(other)]);
    expect((await costOf(both)).writes).toBe(0);
    const fresh = await running.start();
    expect(await costOf(() => listed(fresh, 1))).toEqual({ reads: 3 + 1, writes: 0 });
  });

  test('is replaced on every instance when it is taken down', { tags: 'S22' }, async () => {
    const other = await running.start();
    const [yesterday] = await listed(running.api);
    now += A_DAY;
    const [[day, taken] = ['', 0]] = await listed(running.api);
    await listed(other);
    await reject(editor, taken);
    now += 35_000;
    const replaced = await listed(running.api);
    expect(replaced).toEqual([[day, expect.any(Number)], yesterday]);
    expect(replaced[0]?.[1]).not.toBe(taken);
    expect(await listed(other)).toEqual(replaced);
    expect(await daysOf(other)).toEqual(replaced);
  });
});

describe('without a fact for today', () => {
  test('a failed write leaves the earlier days, is logged and tried again after ten seconds', async () => {
    const before = await daysOf(running.api);
    now += A_DAY;
    refuseCommitsFrom(running.site.firestore, 1);
    expect(await daysOf(running.api)).toEqual(before);
    expect(running.logged.filter(({ severity }) => severity !== 'INFO')).toMatchObject([
      { severity: 'WARNING', message: 'Choosing the joke of the day failed' },
    ]);
    running.site.firestore.clearFaults();
    now += 9_999;
    expect(await daysOf(running.api)).toEqual(before);
    now += 1;
    expect((await daysOf(running.api)).slice(1)).toEqual(before);
  });

  test('a site whose first fact is approved later that day shows it within a minute', async () => {
    await running.refill([aJoke(1, { status: 'pending' })]);
    expect(await daysOf(running.api)).toEqual([]);
    await approve(createServices(running.api.context), 1);
    now += 60_000;
    expect(await daysOf(running.api)).toMatchObject([['2026-11-22', 1]]);
  });
});
