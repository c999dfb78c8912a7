// @module-tag S11
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ADMIN_BEARER } from '../site.ts';
import { expectSuccessOr503, failEachCall, faults } from './fault-trials.ts';
import { aJoke } from './jokes.ts';

const jokeCounts = z.object({ num_votes: z.int() });

describe.each(faults)('$name $when any one Firestore call', (fault) => {
  test('of a vote: it counts once, or not at all and the visitor is told', () =>
    failEachCall(fault, {
      jokes: [aJoke(1)],
      act: (api) =>
        api.request('/ratings', { method: 'POST', body: { joke_id: 1, rating_num: 5 } }),
      async check({ context: { db } }, answer) {
        expectSuccessOr503(answer);
        const { num_votes } = jokeCounts.parse((await db.doc('jokes/1').get()).data());
        const ratings = await db.collection('ratings').count().get();
        expect(num_votes).toBe(ratings.data().count);
        expect(num_votes).toBeLessThanOrEqual(1);
        if (answer.status === 201) expect(num_votes).toBe(1);
      },
    }));

  test('of a submission: it is stored once and in the catalog, or not at all', () =>
    failEachCall(fault, {
      jokes: [aJoke(1)],
      act: (api) =>
        api.request('/jokes/submit', {
          method: 'POST',
          body: { joke_text: 'Chuck Norris survived every fault.' },
        }),
      async check(api, answer) {
        expectSuccessOr503(answer);
        const path = '/jokes?status=pending&search=every';
        const list = await api.request(path, { bearer: ADMIN_BEARER });
        const stored = (await api.context.db.collection('jokes').count().get()).data().count - 1;
        expect(list.body).toMatchObject({ total: stored });
        expect(stored).toBeLessThanOrEqual(1);
        if (answer.status === 201) expect(stored).toBe(1);
      },
    }));
});
