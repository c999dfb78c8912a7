// @module-tag X7
import express from 'express';
import { describe, expect, test } from 'vitest';
import { serve } from '../../../tests/support/api/serve.ts';
import { clientNetwork } from './client-network.ts';

const app = express();
app.get('/:hops', (request, response) => {
  response.json(clientNetwork(request, Number(request.params.hops)));
});

async function networkOf(forwarded: string | undefined, trustedHops: number): Promise<unknown> {
  const headers: Record<string, string> =
    forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await fetch(`${await serve(app)}/${trustedHops}`, { headers })).json();
}

const HOSTING = '66.102.8.69';
const HOSTING_V6 = '2a00:1450:4001:80b::200a';

test.each([
  [`203.0.113.5, ${HOSTING}`, 1, '203.0.113.0/24', '203.0.113.0/24'],
  [`203.0.113.5, ${HOSTING_V6}`, 1, '203.0.113.0/24', '203.0.113.0/24'],
  [`10.0.0.1, 203.0.113.5, ${HOSTING}`, 1, '203.0.113.0/24', '203.0.113.0/24'],
  [`203.0.113.5, 198.51.100.1, ${HOSTING}`, 2, '203.0.113.0/24', '203.0.113.0/24'],
  ['203.0.113.5', 0, '203.0.113.0/24', '203.0.113.0/24'],
  ['10.0.0.1, 203.0.113.5', 0, '203.0.113.0/24', '203.0.113.0/24'],
  [`2001:db8:1:2:3:4:5:6, ${HOSTING}`, 1, '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:DB8::1', 0, '2001:db8:0::/48', '2001:db8::/32'],
  ['2001:0db8:0001:0002::7', 0, '2001:db8:1::/48', '2001:db8::/32'],
  ['fe80::1%eth0', 0, 'fe80:0:0::/48', 'fe80:0::/32'],
  ['::ffff:203.0.113.5', 0, '203.0.113.0/24', '203.0.113.0/24'],
  ['::ffff:cb00:7105', 0, '203.0.113.0/24', '203.0.113.0/24'],
  [undefined, 0, '127.0.0.0/24', '127.0.0.0/24'],
  ['', 0, '127.0.0.0/24', '127.0.0.0/24'],
  [',,,', 0, '127.0.0.0/24', '127.0.0.0/24'],
  ['203.0.113.5:443', 0, '127.0.0.0/24', '127.0.0.0/24'],
  ['203.0.113.256', 0, '127.0.0.0/24', '127.0.0.0/24'],
  [':::1', 0, '127.0.0.0/24', '127.0.0.0/24'],
])('X-Forwarded-For %j behind %i trusted proxies is in %s of %s', async (...row) => {
  const [forwarded, hops, subnet, provider] = row;
  expect(await networkOf(forwarded, hops)).toEqual({ subnet, provider, direct: false });
});

describe('bypassing Hosting', () => {
  const CALLER = '198.51.100.7';

  test.each([
    [`203.0.113.5, ${CALLER}`, '198.51.100.0/24', '198.51.100.0/24'],
    [`${HOSTING}, ${CALLER}`, '198.51.100.0/24', '198.51.100.0/24'],
    [CALLER, '198.51.100.0/24', '198.51.100.0/24'],
    ['203.0.113.5, 2001:db8:1:2::3', '2001:db8:1::/48', '2001:db8::/32'],
    // An address of a customer of Google Cloud.
    ['203.0.113.5, 34.72.0.9', '34.72.0.0/24', '34.72.0.0/24'],
  ])('%s counts for the network that made the call', async (forwarded, subnet, provider) => {
    expect(await networkOf(forwarded, 1)).toEqual({ subnet, provider, direct: true });
  });
});
