import { expect, test } from 'vitest';
import { sendJson, startApiServer } from '../testing/api-server.ts';
import { call } from '../api/call.ts';
import { sendReport } from './report-dialog.tsx';

test('a report is sent again with its key, one for another reason with a key of its own', async () => {
  await using server = await startApiServer((exchange) => {
    if (server.exchanges.length < 3) exchange.response.destroy();
    else sendJson(exchange, 201, { joke_id: 5, reported: true });
  });
  await expect(sendReport(5, 'other')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(sendReport(5, 'offensive')).rejects.toMatchObject({ code: 'unavailable' });
  await sendReport(5, 'offensive');
  const keys = server.exchanges.map(({ request }) => request.headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[2], keys[1]]);
  expect(keys[1]).not.toBe(keys[0]);
  expect(server.exchanges.map(({ body }) => body).slice(0, 2)).toEqual([
    '{"joke_id":5,"reason":"other"}',
    '{"joke_id":5,"reason":"offensive"}',
  ]);
});

test('a report does not wait for a vote that is not answered', { tags: 'U20' }, async () => {
  await using _server = await startApiServer((exchange) => {
    if (exchange.request.url === '/api/v1/reports') {
      sendJson(exchange, 201, { joke_id: 6, reported: true });
    }
  });
  let isAnswered = false;
  const vote = call('rateJoke', { body: { joke_id: 6, rating_num: 4 } });
  vote.catch(() => (isAnswered = true));
  await sendReport(6, 'other');
  expect(isAnswered).toBe(false);
});
