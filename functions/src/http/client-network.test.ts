import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';

async function networkOf(forwarded: string | undefined, trustedHops: number): Promise<string> {
  const app = express();
  app.get('/', (request, response) => {
    response.send(clientNetwork(request, trustedHops));
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const headers: Record<string, string> =
    forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const text = await (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
  server.close();
  return text;
}

test.each([
  ['203.0.113.5, 151.101.1.1', 1, '203.0.113.5'],
  ['10.0.0.1, 203.0.113.5, 151.101.1.1', 1, '203.0.113.5'],
  ['203.0.113.5', 0, '203.0.113.5'],
  ['10.0.0.1, 203.0.113.5', 0, '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6, 151.101.1.1', 1, '2001:db8:1:2'],
  ['2001:DB8::1, 151.101.1.1', 1, '2001:db8:0:0'],
  ['2001:0db8:0001:0002::7', 0, '2001:db8:1:2'],
  ['::ffff:203.0.113.5', 0, '203.0.113.5'],
  [undefined, 1, '127.0.0.1'],
  ['', 0, '127.0.0.1'],
  ['203.0.113.5', 1, '127.0.0.1'],
])('X-Forwarded-For %j behind %i own proxies comes from %s', async (forwarded, hops, network) => {
  expect(await networkOf(forwarded, hops)).toBe(network);
});
