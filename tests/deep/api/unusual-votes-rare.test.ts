import { beforeEach, expect, test } from 'vitest';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const NOON = Date.UTC(2026, 10, 25, 12);
const MINUTE_MS = 60_000;

const running = useApi([aJoke(1)]);
let now = NOON;
beforeEach(() => running.restart({ clock: () => now }));

const admin = (path: string, body?: object) =>
  running.api.request(`/admin${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    bearer: ADMIN_BEARER,
    body,
  });

test('more than 20,000 votes in the time of a choice are refused, and the chart says that it is cut off', async () => {
  const { db } = running.api.context;
  const writer = db.bulkWriter();
  for (let at = 0; at <= 20_000; at += 1) {
    const rating = { joke_id: 1, rating_num: 5, group: 1, created_at: new Date(NOON + at) };
    void writer.create(db.doc(`ratings/1_${at}`), rating);
  }
  await writer.close();
  now = NOON + 60 * MINUTE_MS;
  const choice = {
    from: new Date(NOON).toISOString(),
    to: new Date(NOON + 30 * MINUTE_MS).toISOString(),
    stars: [5],
    group: null,
  };
  expect(await admin('/votes/1/discard', { choice })).toMatchObject({
    status: 422,
    body: {
      detail: [{ msg: 'More than 20,000 votes are in this time. Choose a shorter one' }],
    },
  });
  expect((await admin('/votes/1')).body).toMatchObject({
    cut_off: true,
    hours: [{ histogram: [0, 0, 0, 0, 20_000] }],
  });
});
