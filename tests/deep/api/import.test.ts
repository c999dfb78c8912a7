import { expect, test } from 'vitest';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { catalogProblems, importText, jsonLines } from '../../support/api/import-steps.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { allListedIds } from '../../support/api/lists.ts';
import { refuseCommitsFrom, useApi } from '../../support/api/use-api.ts';

const running = useApi(someJokes(30));
const context = () => running.api.context;

const thousand = Array.from({ length: 1_000 }, (_, index) => ({
  joke_id: 1_000 + index,
  joke_text: `Chuck Norris brought fact ${index} along.`,
  rating: 4.5,
  num_votes: 10 + index,
}));

/** The ids of all jokes in an administrator's list. */
async function listedIds(): Promise<number[]> {
  await running.restart();
  return allListedIds(running.api, '&per_page=100&sortBy=date_asc', { bearer: ADMIN_BEARER });
}

test('an import stores a thousand facts with their numbers', async () => {
  expect(await importText(context(), jsonLines(thousand))).toMatchObject({ added: 1_000 });
  const ids = await listedIds();
  expect(ids.toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 30 }, (_, index) => index + 1),
    ...thousand.map(({ joke_id }) => joke_id),
  ]);
  expect(await catalogProblems(context())).toEqual([]);
});

test.each([
  ['before', 500],
  ['after', 750],
] as const)(
  'an import continues after an interruption %s its third commit, and the catalog is correct throughout',
  async (when, there) => {
    refuseCommitsFrom(running.site.firestore, 3, when);
    await expect(importText(context(), jsonLines(thousand))).rejects.toThrow(/PERMISSION_DENIED/);
    running.site.firestore.clearFaults();
    await running.restart();
    expect(await catalogProblems(context())).toEqual([]);
    expect(await listedIds()).toHaveLength(30 + there);
    const rest = await importText(context(), jsonLines(thousand));
    expect(rest).toMatchObject({ added: 1_000 - there, unchanged: there });
    expect(await listedIds()).toHaveLength(1_030);
    expect(await catalogProblems(context())).toEqual([]);
  },
);
