import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { aJoke as seedJoke } from '../../../tests/support/api/jokes.ts';
import {
  anyStatus,
  type AnyStatus,
  forEach,
  jokeStatus,
  type JokeStatus,
} from '../contract/index.ts';
import { REPORT_REASONS } from '../domain/index.ts';
import { createCatalog, type Catalog } from './catalog.ts';
import { anyJoke, isCurrent, type Joke, type Tombstone, type Versioned } from './joke.ts';
import {
  countVote,
  countVotes,
  potentialOf,
  scoreOf,
  votesOf,
  type Counted,
  type Histogram,
  type Vote,
} from './score.ts';
import { shuffle } from './shuffle.ts';

const MONDAY = Date.parse('2026-11-23T00:00:00Z');
const LAST_WEEK = '2026-11-16';
const A_DAY = 86_400_000;

let now: number;
let catalog: Catalog;

beforeEach(() => {
  now = MONDAY;
  catalog = createCatalog({ clock: () => now, monotonic: () => now });
});

/** An approved joke without votes; each day has one. */
const aJoke = (
  joke_id: number,
  fields: Partial<Joke<AnyStatus>> = {},
): Joke<AnyStatus> | Tombstone => anyJoke.parse({ ...seedJoke(joke_id), ...fields });

/** So many reports, the last one at a time. */
const reportsOf = (other: number, at: number) => ({
  ...forEach(REPORT_REASONS, 0),
  other,
  first_at: new Date(0),
  last_at: new Date(at),
});

const idsOf = (jokes: readonly Joke[]) => jokes.map(({ joke_id }) => joke_id);

let versions = 0;

/** Applies jokes, each as a later version than all before. */
function apply(...jokes: (Joke<AnyStatus> | Tombstone)[]): void {
  for (const joke of jokes) {
    catalog.apply({ joke_id: joke.joke_id, version: (versions += 1), joke });
  }
}

/** The jokes of a catalog in which each has its latest version. */
function modelOf(read: readonly Versioned[]) {
  const latest = new Map<number, Versioned>();
  for (const each of read) {
    if (each.version > (latest.get(each.joke_id)?.version ?? -1)) latest.set(each.joke_id, each);
  }
  const entries = [...latest.values()].flatMap(({ joke }) => joke ?? []);
  const jokes = entries.filter((joke) => isCurrent(joke));
  jokes.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || a.joke_id - b.joke_id);
  const approved = jokes.filter(({ status }) => status === 'approved');
  const all = approved.map(countedOf);
  const sum = (of: 'votes' | 'stars') => all.reduce((total, each) => total + each[of], 0);
  const prior = sum('votes') === 0 ? 3.5 : sum('stars') / sum('votes');
  /** The approved jokes with a rank, best first. */
  const by = (rank: (joke: Joke) => number | undefined) =>
    idsOf(
      approved
        .filter((joke) => rank(joke) !== undefined)
        .toSorted((a, b) => (rank(b) ?? 0) - (rank(a) ?? 0) || b.joke_id - a.joke_id),
    );
  return { latest, entries, jokes, approved, prior, by };
}

const countedOf = ({ weighted, histogram }: Joke) => weighted ?? votesOf(histogram);

test(
  'what random facts are drawn from is listed once for each state of the content',
  { tags: 'P26' },
  () => {
    apply(aJoke(1), aJoke(2, { status: 'pending' }));
    const listed = catalog.approvedByDate();
    expect(idsOf(listed)).toEqual([1]);
    apply(aJoke(1, { histogram: [0, 0, 0, 0, 9] }));
    expect(catalog.approvedByDate()).toBe(listed);
    apply(aJoke(2));
    expect(idsOf(catalog.approvedByDate())).toEqual([1, 2]);
  },
);

describe('orders', () => {
  const anyOf = fc.constantFrom;
  const tags = fc.uniqueArray(anyOf('food', 'money', 'texas'), { maxLength: 3 });
  const joke = fc
    .record({
      joke_id: fc.integer({ min: 1, max: 12 }),
      // Few values, so that many jokes have the same rank.
      created_at: anyOf(1, 2, 3).map((day) => new Date(MONDAY - day * A_DAY)),
      approved_at: anyOf(null, new Date(MONDAY - A_DAY), new Date(MONDAY)),
      status: anyOf(...anyStatus.options),
      reports: anyOf(null, reportsOf(1, 1), reportsOf(1, 2), reportsOf(2, 1)),
      tags,
      safe: fc.boolean(),
      histogram: anyOf<Histogram>([0, 0, 0, 0, 0], [0, 1, 0, 0, 9], [0, 0, 4, 0, 0]),
      weighted: anyOf(null, { votes: 3, stars: 12.5 }),
      week: anyOf(null, LAST_WEEK, '2026-11-23'),
      week_weighted: anyOf(null, { votes: 4.9, stars: 24 }, { votes: 5, stars: 20 }),
      image: anyOf(null, 'one', 'two').map(
        (file) => file && { file, width: 9, height: 9, generated_at: new Date(MONDAY) },
      ),
    })
    .map((fields) => ({ ...fields, receipt_hash: `receipt ${fields.joke_id}` }));
  const read = fc
    .record({
      joke,
      version: fc.integer({ min: 1, max: 40 }),
      as: anyOf('joke', 'joke', 'joke', 'removed', 'malformed'),
    })
    .map(({ joke, version, as }): Versioned => {
      const { joke_id, created_at, receipt_hash } = joke;
      if (as === 'malformed') return { joke_id, version, joke: undefined };
      if (as === 'joke') return { joke_id, version, joke: aJoke(joke_id, joke) };
      const removed = { joke_id, status: as, created_at, decided_at: created_at, receipt_hash };
      return { joke_id, version, joke: anyJoke.parse(removed) };
    });
  const part = fc.record({
    statuses: fc.subarray([...jokeStatus.options], { minLength: 1 }),
    offset: fc.nat(8),
    limit: fc.integer({ min: 1, max: 8 }),
    filter: fc.option(
      fc.constant(({ safe }: Joke) => safe),
      { nil: undefined },
    ),
  });

  test('are those of all jokes, each in its latest version, after every change', () => {
    const steps = fc.array(read, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(steps, part, (all, { statuses, offset, limit, filter }) => {
        catalog = createCatalog({ clock: () => now, monotonic: () => now });
        for (const [at, each] of all.entries()) {
          const known = modelOf(all.slice(0, at)).latest.get(each.joke_id);
          expect(catalog.apply(each)).toBe(each.version > (known?.version ?? -1));
          // Orders by votes may be so late.
          now += 5_000;
          const { latest, entries, jokes, approved, prior, by } = modelOf(all.slice(0, at + 1));

          const found = jokes.filter(
            (joke) => statuses.includes(joke.status) && (filter?.(joke) ?? true),
          );
          const score = (one: Joke) => scoreOf(countedOf(one), prior);
          const byScore = (a: Joke, b: Joke) => score(b) - score(a) || b.joke_id - a.joke_id;
          for (const [sort, ids] of [
            ['date_asc', idsOf(found)],
            ['date_desc', idsOf(found).reverse()],
            ['rating_desc', idsOf(found.toSorted(byScore))],
            [{ seed: 'a' }, idsOf(shuffle(found, 'a'))],
          ] as const) {
            const { jokes: listed, total } = catalog.list(statuses, sort, {
              offset,
              limit,
              filter,
            });
            expect(total).toBe(found.length);
            expect(idsOf(listed)).toEqual(ids.slice(offset, offset + limit));
          }
          expect(idsOf(catalog.list(['approved'], 'date_asc').jokes)).toEqual(idsOf(approved));

          expect(idsOf(catalog.top())).toEqual(by(score));
          expect(idsOf(catalog.contenders())).toEqual(
            by((one) => potentialOf(countedOf(one), prior)),
          );
          expect(idsOf(catalog.topOfWeek())).toEqual(
            by(({ week, week_weighted: counted }) =>
              week === '2026-11-23' && counted && counted.votes >= 5
                ? scoreOf(counted, prior)
                : undefined,
            ),
          );
          const newest = by(({ approved_at }) => approved_at?.getTime() ?? 0);
          expect(idsOf(catalog.newest())).toEqual(newest);
          const isNew = (id: number) =>
            approved.some((one) => one.joke_id === id && countVotes(one.histogram) < 5);
          expect(idsOf(catalog.newcomers())).toEqual(newest.filter(isNew));

          const reported = by(({ reports }) =>
            reports ? reports.other * 10 + reports.last_at.getTime() : undefined,
          );
          expect(idsOf(catalog.reported())).toEqual(reported);

          const count = (of: JokeStatus) => jokes.filter(({ status }) => status === of).length;
          const totals = { pending: count('pending'), rejected: count('rejected') };
          expect(catalog.totals()).toEqual({ approved: approved.length, ...totals });
          const numbers = idsOf(approved).sort((a, b) => a - b);
          expect(catalog.approvedBeside(6)).toEqual({
            previous: numbers.findLast((id) => id < 6) ?? null,
            next: numbers.find((id) => id > 6) ?? null,
          });
          expect(catalog.highestId()).toBe(Math.max(...latest.keys()));
          expect(catalog.isTaken(6)).toBe(latest.has(6));
          expect(catalog.findByReceipt('receipt 6')).toEqual(
            entries.find(({ joke_id }) => joke_id === 6),
          );
          const isUsed = approved.some(({ image }) => image?.file === 'one');
          expect(catalog.isImagePublic('one')).toBe(isUsed);
        }
      }),
    );
  });

  test('by votes are at most five seconds late, and show content at once', () => {
    const voted = (id: number, votes: number) => aJoke(id, { histogram: [1, 0, 0, 0, votes] });
    apply(voted(1, 3), voted(2, 2), voted(3, 1));
    expect(idsOf(catalog.top())).toEqual([1, 2, 3]);
    apply(voted(3, 9));
    now += 4_999;
    expect(idsOf(catalog.top())).toEqual([1, 2, 3]);
    now += 1;
    expect(idsOf(catalog.top())).toEqual([3, 1, 2]);
    apply(voted(1, 99), aJoke(2, { status: 'rejected' }));
    expect(idsOf(catalog.top())).toEqual([1, 3]);
  });

  test(
    'are hardly changed by 20 browsers of one network that rate whatever is not among the best',
    { tags: 'P20' },
    () => {
      const votes = (count: number, stars: number, network?: number) =>
        Array.from({ length: count }, (_, at) => ({ stars, group: network ?? at }));
      const unrated: Counted = { histogram: [0, 0, 0, 0, 0], week: null, tally: null };
      const rate = (id: number, cast: readonly Vote[]) => {
        const counting = (joke: Counted, vote: Vote) => countVote(joke, vote, new Date(MONDAY));
        apply(aJoke(id, cast.reduce(counting, unrated)));
      };
      for (let id = 1; id <= 50; id += 1) {
        // Good ones and average ones, by ten networks each, and those that nobody else has rated.
        const honest = id <= 10 ? votes(10, 4) : id <= 30 ? votes(10, 3) : [];
        rate(id, id <= 10 ? honest : [...honest, ...votes(20, 5, 99)]);
      }
      expect(idsOf(catalog.top().slice(0, 10))).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    },
  );

  test('of this week start again on Monday at midnight UTC', () => {
    now -= 1;
    apply(aJoke(1, { week: LAST_WEEK, week_weighted: { votes: 5, stars: 25 } }));
    expect(idsOf(catalog.topOfWeek())).toEqual([1]);
    now = MONDAY;
    expect(catalog.topOfWeek()).toEqual([]);
  });

  test('have a certain length: Top 100, the 40 newest, 5 % but 50 to 300 contenders, newcomers among 100', () => {
    const sizes = () =>
      [catalog.top(), catalog.newest(), catalog.contenders(), catalog.newcomers()].map(
        ({ length }) => length,
      );
    const add = (from: number, to: number) => {
      for (let id = from; id <= to; id += 1) apply(aJoke(id));
    };
    add(1, 120);
    expect(sizes()).toEqual([100, 40, 50, 100]);
    add(121, 2_000);
    apply(aJoke(1_990, { histogram: [0, 0, 0, 1, 4] }));
    now += 5_000;
    expect(sizes()).toEqual([100, 40, 100, 99]);
    add(2_001, 7_000);
    expect(sizes()).toEqual([100, 40, 300, 100]);
  });
});

describe('a joke', () => {
  /** Applies a version of joke 1 with this text; undefined for a malformed document. */
  const write = (version: number, joke_text: string | undefined) => {
    const joke = joke_text === undefined ? undefined : aJoke(1, { joke_text });
    return catalog.apply({ joke_id: 1, version, joke });
  };
  const text = () => catalog.find(1)?.joke_text;

  test('is replaced only by a later version; what this instance writes counts as half a microsecond later', () => {
    const versions = [5, 4, 5, 5.5, 5, 6];
    const isLater = versions.map((version) => write(version, `version ${version}`));
    expect(isLater).toEqual([true, false, false, true, false, true]);
    expect(text()).toBe('version 6');
  });

  test(
    'leaves the catalog when its document is malformed, until a later version is not',
    { tags: 'S20' },
    () => {
      write(1, 'good');
      write(2, undefined);
      expect([text(), catalog.isMalformed(1), catalog.isTaken(1)]).toEqual([undefined, true, true]);
      expect(catalog.list(['approved'], 'date_asc').total).toBe(0);
      write(1, 'good');
      expect(text()).toBeUndefined();
      write(3, 'good again');
      expect([text(), catalog.isMalformed(1), catalog.isMalformed(2)]).toEqual([
        'good again',
        false,
        false,
      ]);
    },
  );

  test('changes the content’s version, unless only its votes or reports have changed', () => {
    apply(aJoke(1), aJoke(200));
    const version = catalog.contentVersion();
    const weighted = { votes: 1, stars: 5 };
    const votes = { histogram: [0, 0, 0, 0, 1] satisfies Histogram, weighted };
    const reports = reportsOf(1, 1);
    apply(aJoke(1, { ...votes, week: LAST_WEEK, week_weighted: weighted, reports }));
    expect(catalog.contentVersion()).toBe(version);
    apply(aJoke(200, { tags: ['food'] }));
    expect(catalog.contentVersion()).toBe(version + 1);
  });
});
