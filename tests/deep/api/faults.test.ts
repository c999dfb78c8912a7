// @module-tag S11
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { jokeDocument } from '../../../functions/src/catalog/joke-document.ts';
import { countVotes } from '../../../functions/src/catalog/score.ts';
import { type Instance } from '../../support/api-site.ts';
import { expectSuccessOr503, failEachCall, faults } from '../../support/api/fault-trials.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';

useShortRetries();

/** Votes and submits, each with its own idempotency key. */
async function voteAndSubmit(api: Instance, [vote, submission]: readonly string[]) {
  const send = (path: string, body: unknown, key = '') =>
    api.request(path, { method: 'POST', body, headers: { 'idempotency-key': key } });
  return [
    await send('/ratings', { joke_id: 1, rating_num: 5 }, vote),
    await send('/jokes/submit', { joke_text: 'Chuck Norris says it once.' }, submission),
  ];
}

/** How many votes the first joke has. */
async function votes({ context }: Instance): Promise<number> {
  const histogram: unknown = (await context.db.doc('jokes/1').get()).get('histogram');
  return countVotes(jokeDocument.shape.histogram.parse(histogram));
}

describe.each(faults)('$name $when any single Firestore call', (fault) => {
  test('of a vote and a submission: both take effect exactly once when sent again with their keys', () => {
    const keys = [randomUUID(), randomUUID()];
    return failEachCall(fault, {
      jokes: [aJoke(1)],
      act: (api) => voteAndSubmit(api, keys),
      async check(api, answers) {
        for (const answer of answers) expectSuccessOr503(answer);
        const ratings = await api.context.db.collection('ratings').get();
        expect(await votes(api)).toBe(ratings.size);
        const again = await voteAndSubmit(api, keys);
        const bodies = [
          expect.objectContaining({ joke_id: 1, rating: 5, num_votes: 1, rating_num: 5 }),
          { joke_id: 2, status: 'pending', receipt: expect.any(String) },
        ];
        expect(again.map(({ body }) => body)).toEqual(bodies);
        for (const [index, { status, body }] of answers.entries()) {
          if (status === 201) expect(body).toEqual(again[index]?.body);
        }
        const { db } = api.context;
        expect(await votes(api)).toBe(1);
        expect((await db.collection('ratings').get()).size).toBe(1);
        expect((await db.collection('jokes').get()).size).toBe(2);
        expect(again[0]?.headers.get('set-cookie')).toMatch(/^__session=/);
      },
    });
  });

  test('of a report: it counts exactly once when sent again with its key', () => {
    const headers = { 'idempotency-key': randomUUID() };
    const report = (api: Instance) =>
      api.request('/reports', {
        method: 'POST',
        body: { joke_id: 1, reason: 'other' },
        headers,
      });
    return failEachCall(fault, {
      jokes: [aJoke(1)],
      act: report,
      async check(api, answer) {
        expectSuccessOr503(answer);
        const again = await report(api);
        expect(again).toMatchObject({ status: 201, body: { joke_id: 1, reported: true } });
        expect(again.headers.get('set-cookie')).toMatch(/^__session=/);
        const { db } = api.context;
        expect((await db.collection('reports').get()).size).toBe(1);
        expect((await db.doc('jokes/1').get()).get('reports')).toMatchObject({ other: 1 });
      },
    });
  });
});
