import { describe, expect, test } from 'vitest';
import { createServices } from '../../functions/src/site.ts';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { countDifferent, importText, jsonLines } from '../support/api/import-steps.ts';
import { aJoke, someJokes } from '../support/api/jokes.ts';
import { allListedIds } from '../support/api/lists.ts';
import { refuseCommitsFrom, useApi } from '../support/api/use-api.ts';
import { useShortRetries } from '../support/api/short-retries.ts';
import { submitJoke } from '../support/api/visitor-steps.ts';

const running = useApi(someJokes(30));
useShortRetries();
const context = () => running.api.context;

const fact = (number: number) => ({
  joke_id: 1_000 + number,
  joke_text: `Chuck Norris brought fact ${number} along.`,
  created_at: new Date(Date.UTC(2010, 0, 1 + number)).toISOString(),
  rating: 4.5,
  num_votes: 10 + number,
});
/** More than one transaction stores. */
const facts = Array.from({ length: 300 }, (_, index) => fact(index));

async function stored(jokeId: number): Promise<unknown> {
  return (await context().db.doc(`jokes/${jokeId}`).get()).data();
}

/** The ids of all jokes in an administrator's list. */
async function listedIds(): Promise<number[]> {
  await running.restart();
  return allListedIds(running.api, '&per_page=100&sortBy=date_asc', { bearer: ADMIN_BEARER });
}

describe('an import', () => {
  test('stores facts with their numbers, dates, votes and status', async () => {
    const given = jsonLines(facts.slice(0, 10));
    expect(await importText(context(), given, { dryRun: true })).toMatchObject({ added: 10 });
    expect(await stored(1_004)).toBeUndefined();
    expect(await importText(context(), given)).toMatchObject({ added: 10 });
    await running.restart();
    expect((await running.api.request('/jokes/1004')).body).toMatchObject({
      joke_text: 'Chuck Norris brought fact 4 along.',
      status: 'approved',
      rating: 4.5,
      num_votes: 14,
      created_at: '2010-01-05T00:00:00.000Z',
    });
  });

  test('reads CSV, and assigns numbers to facts without one', async () => {
    const csv = [
      'joke_text,status,created_at,histogram,joke_id',
      '"Chuck Norris, ""the"" man, counts commas.",approved,2015-06-01,0 0 1 2 3,',
      'Chuck Norris waits for nobody at all.,pending,,,',
      'Chuck Norris has number fifty.,,,,50',
    ].join('\r\n');
    expect(await importText(context(), csv, { name: 'facts.csv' })).toMatchObject({ added: 3 });
    expect(await stored(51)).toMatchObject({
      joke_text: 'Chuck Norris, "the" man, counts commas.',
      histogram: [0, 0, 1, 2, 3],
    });
    expect(await stored(52)).toMatchObject({ status: 'pending', approved_at: null });
    expect(await stored(50)).toMatchObject({ status: 'approved' });
  });

  test('changes nothing when run again, even for facts without a number', async () => {
    const lines = jsonLines([...facts.slice(0, 10), { joke_text: 'Chuck Norris has no number.' }]);
    expect(await importText(context(), lines)).toMatchObject({ added: 11, unchanged: 0 });
    running.site.firestore.resetRecords();
    expect(await importText(context(), lines)).toMatchObject({
      added: 0,
      unchanged: 11,
    });
    expect(running.site.firestore.totals().writes).toBe(0);
  });

  test('continues after an interruption, and the catalog is correct throughout', async () => {
    // The first one reserves the numbers.
    refuseCommitsFrom(running.site.firestore, 3);
    await expect(importText(context(), jsonLines(facts))).rejects.toThrow(/PERMISSION_DENIED/);
    running.site.firestore.clearFaults();
    await running.restart();
    expect(await countDifferent(context())).toBe(0);
    expect(await listedIds()).toHaveLength(30 + 250);
    const rest = await importText(context(), jsonLines(facts));
    expect(rest).toMatchObject({ added: 50, unchanged: 250 });
    expect(await listedIds()).toHaveLength(330);
    expect(await countDifferent(context())).toBe(0);
  });

  test('adds no fact twice if the response to a commit is lost', async () => {
    const unnumbered = facts.map(({ joke_text }) => ({ joke_text }));
    running.site.firestore.inject({ rpc: 'Commit', code: 4, when: 'after', times: 2 });
    expect(await importText(context(), jsonLines(unnumbered))).toMatchObject({ added: 300 });
    expect(await listedIds()).toHaveLength(330);
    expect(await countDifferent(context())).toBe(0);
  });

  test('numbers facts without a number in file order, even if visitors submit facts in the meantime', async () => {
    const services = createServices(context());
    const submitted: Promise<number>[] = [];
    const onProgress = (phrase: string) => {
      if (!phrase.startsWith('Importing')) return;
      submitted.push(submitJoke(services, `Chuck Norris submits fact ${submitted.length}.`));
    };
    const unnumbered = Array.from({ length: 600 }, (_, index) => ({
      joke_text: fact(index).joke_text,
    }));
    await importText(context(), jsonLines(unnumbered), { onProgress });
    expect(await Promise.all(submitted)).toEqual([631, 632, 633]);
    expect(await stored(31)).toMatchObject(unnumbered[0] ?? {});
    expect(await stored(630)).toMatchObject(unnumbered[599] ?? {});
    expect(await countDifferent(context())).toBe(0);
  });
});

describe('a problem in an import file', () => {
  test('is reported with its line, like every other problem, and nothing is written', async () => {
    expect(await importText(context(), '\n\n')).toMatchObject({
      reported: [expect.stringContaining('The file has no facts.')],
    });
    running.site.firestore.resetRecords();
    const text = [
      JSON.stringify(fact(0)),
      'no JSON',
      '',
      JSON.stringify({ ...fact(0), joke_text: 'Chuck Norris twice.' }),
      JSON.stringify({ joke_text: 'short', status: 'gone' }),
      JSON.stringify({
        ...aJoke(3),
        approved_at: undefined,
        joke_text: 'Other than it was.',
      }),
      JSON.stringify({ joke_text: fact(0).joke_text }),
    ].join('\n');
    const outcome = await importText(context(), text);
    expect(outcome.reported).toEqual([
      'line 2: is not JSON',
      'line 4: joke_id: line 1 also has 1000',
      expect.stringContaining('line 5: joke_text: Please enter a joke'),
      expect.stringContaining('line 5: status: '),
      expect.stringContaining('line 6: joke_id: joke 3 has a different joke_text on the site'),
      expect.stringContaining('line 7: joke_text: line 1 has the same'),
    ]);
    expect(outcome).toMatchObject({ problems: 6, added: 0 });
    expect(running.site.firestore.totals().writes).toBe(0);
  });
});
