import { expect, test } from 'vitest';
import { limits } from '../../../functions/src/domain/index.ts';
import { HOME } from '../../support/api/admin-steps.ts';
import { cookieOf } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const running = useApi([aJoke(1), aJoke(2)]);

const vote = (joke_id: number, rating_num: number, headers: Record<string, string>) =>
  running.api.request('/ratings', { method: 'POST', body: { joke_id, rating_num }, headers });

const networks = Array.from({ length: 1_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);

test(
  '1,000 simultaneous votes on one joke are each counted exactly once',
  { tags: 'S10' },
  async () => {
    const firstVotes = await Promise.all(
      networks.map((network) => vote(2, 5, { 'x-forwarded-for': network })),
    );
    const cookies = firstVotes.map((answer) => `__session=${cookieOf(answer)}`);
    running.site.firestore.resetRecords();
    const answers = await Promise.all(
      cookies.map((cookie, index) => vote(1, (index % 5) + 1, { cookie })),
    );
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect((await running.api.context.db.doc('jokes/1').get()).data()).toMatchObject({
      num_votes: 1_000,
      histogram: [200, 200, 200, 200, 200],
    });
    expect(running.site.firestore.totals().writes).toBeLessThanOrEqual(1_200);
  },
);

test(
  '1,000 votes of one network without a cookie are limited to the quota of new voters',
  { tags: 'S8' },
  async () => {
    const answers = await Promise.all(networks.map(() => vote(1, 5, { 'x-forwarded-for': HOME })));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    const counted = limits.newVotersPerHour;
    expect(statuses).toEqual(networks.map((_, index) => (index < counted ? 201 : 429)));
  },
);
