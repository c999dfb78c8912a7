import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jokeStatus, type JokeStatus } from '../contract/index.ts';
import { createCatalogIndex } from './catalog-index.ts';
import { emptyRoot, rootOf, statusOf, withChangedTexts, withStatuses } from './catalog-root.ts';

const status = fc.constantFrom<JokeStatus | undefined>(...jokeStatus.options, undefined);

describe('the root', () => {
  test('stores the status of every joke and counts them', () => {
    const changes = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), status));
    fc.assert(
      fc.property(changes, (steps) => {
        const model = new Map<number, JokeStatus>();
        let root = emptyRoot();
        for (const [id, next] of steps) {
          root = withStatuses(root, [[id, next]]);
          if (next) model.set(id, next);
          else model.delete(id);
        }
        for (let id = 1; id <= 60; id += 1) expect(statusOf(root, id)).toBe(model.get(id));
        for (const option of jokeStatus.options) {
          const expected = [...model.values()].filter((value) => value === option).length;
          expect(root.totals[option]).toBe(expected);
        }
      }),
    );
  });

  test('is the same whether built in one step or joke by joke', () => {
    const jokes = Array.from({ length: 450 }, (_, index) => ({
      joke_id: index * 2 + 1,
      status: jokeStatus.options[index % 3] ?? 'pending',
    }));
    let grown = emptyRoot();
    for (const joke of jokes) grown = withStatuses(grown, [[joke.joke_id, joke.status]]);
    expect(rootOf(jokes)).toEqual({ ...grown, revision: 1, shelf_versions: [1, 1, 1, 1, 1] });
  });

  test('gives a shelf a new version when a text on it changes', () => {
    const root = withChangedTexts(withChangedTexts(emptyRoot(), [401]), [401]);
    expect(root.shelf_versions).toEqual([0, 0, 2]);
  });
});

describe('the index', () => {
  test('lists the same ids on every page as a plain list', () => {
    const inputs = fc.record({
      statuses: fc.array(status, { maxLength: 3_000, size: 'max' }),
      wanted: fc.subarray<JokeStatus>(jokeStatus.options, { minLength: 1 }),
      sort: fc.constantFrom('date_asc' as const, 'date_desc' as const),
      offset: fc.nat(3_000),
      limit: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(inputs, ({ statuses, wanted, sort, offset, limit }) => {
        const jokes = statuses.flatMap((value, index) =>
          value ? [{ joke_id: index + 1, status: value }] : [],
        );
        const index = createCatalogIndex(rootOf(jokes));
        const listed = jokes.filter((joke) => wanted.includes(joke.status));
        const ids = listed.map((joke) => joke.joke_id);
        if (sort === 'date_desc') ids.reverse();
        expect(index.count(wanted)).toBe(ids.length);
        expect(index.ids(wanted, sort, offset, limit)).toEqual(ids.slice(offset, offset + limit));
      }),
      { numRuns: 200 },
    );
  });

  test('finds the nearest approved jokes on both sides of every id', () => {
    fc.assert(
      fc.property(fc.array(status, { maxLength: 40 }), fc.nat(45), (statuses, id) => {
        const jokes = statuses.flatMap((value, index) =>
          value ? [{ joke_id: index + 1, status: value }] : [],
        );
        const approved = jokes.flatMap((joke) => (joke.status === 'approved' ? joke.joke_id : []));
        expect(createCatalogIndex(rootOf(jokes)).approvedBeside(id)).toEqual({
          previous: approved.findLast((other) => other < id) ?? null,
          next: approved.find((other) => other > id) ?? null,
        });
      }),
    );
  });

  test('is empty on a site without jokes', () => {
    expect(createCatalogIndex(emptyRoot()).ids(['approved'], 'date_desc', 0, 20)).toEqual([]);
  });
});
