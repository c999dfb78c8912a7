import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jokeStatus } from '../../functions/src/contract/index.ts';
import { openSite, type Site } from '../site.ts';
import { aJoke } from './jokes.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.stop());

const ways = [
  '/jokes',
  '/jokes?status=all&sortBy=date_asc',
  '/jokes?search=secret',
  '/jokes?search=fact',
  '/jokes/top',
  '/jokes/newest',
  '/jokes/random',
];

test('nothing that is not approved reaches a visitor by any endpoint, whatever the site holds', async () => {
  const states = fc.array(fc.constantFrom(...jokeStatus.options), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(states, async (statuses) => {
      await site.fill(
        statuses.map((status, index) =>
          aJoke(index + 1, {
            status,
            histogram: [0, 0, 0, 0, 9],
            joke_text: status === 'approved' ? 'An open fact.' : `A secret ${status} fact.`,
            approved_at: new Date(),
          }),
        ),
      );
      const api = await site.start();
      const answers = await Promise.all(ways.map((way) => api.request(way)));
      expect(JSON.stringify(answers)).not.toContain('secret');
      await api.stop();
    }),
    { numRuns: 40 },
  );
});

test('a joke that loses its approval is gone from this instance at once', async () => {
  await site.fill([aJoke(1, { joke_text: 'A secret fact.' }), aJoke(2)]);
  const api = await site.start();
  await Promise.all(ways.map((way) => api.request(way)));
  await api.context.db.doc('jokes/1').update({ status: 'rejected' });
  const fresh = await site.start();
  const answers = await Promise.all(ways.map((way) => fresh.request(way)));
  expect(JSON.stringify(answers)).not.toContain('secret');
});
