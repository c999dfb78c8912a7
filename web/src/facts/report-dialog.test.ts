import { expect, test } from 'vitest';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { sendReport } from './report-dialog.tsx';

const breakConnection = ({ response }: Exchange) => void response.destroy();
const accept = (exchange: Exchange) => sendJson(exchange, 201, { joke_id: 5, reported: true });
const refuse = (exchange: Exchange) => sendJson(exchange, 409, { detail: 'Already.' });

test('a report that got no answer is sent again with its key, every other one with a key of its own', async () => {
  const answers = [breakConnection, breakConnection, accept, refuse, accept];
  await using server = await startApiServer((exchange) => answers.shift()?.(exchange));
  await expect(sendReport(5, 'other')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(sendReport(5, 'offensive')).rejects.toMatchObject({ code: 'unavailable' });
  await sendReport(5, 'offensive');
  await expect(sendReport(5, 'offensive')).rejects.toMatchObject({ code: 'conflict' });
  await sendReport(5, 'offensive');
  const [first, second, third, ...others] = server.exchanges.map(
    ({ request }) => request.headers['idempotency-key'],
  );
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(third).toBe(second);
  expect(new Set([first, second, ...others]).size).toBe(4);
  expect(server.exchanges.map(({ body }) => body).slice(0, 2)).toEqual([
    '{"joke_id":5,"reason":"other"}',
    '{"joke_id":5,"reason":"offensive"}',
  ]);
});
