import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { npmStart } from '../../tests/support/local/npm-start.ts';
import { closeServer, listeningPort, LOOPBACK } from './http-server.ts';

test('a port in use is reported, and nothing starts', async () => {
  const offset = 100 * randomInt(160, 200);
  const port = 5000 + offset;
  const server = createServer().listen(port, LOOPBACK);
  await listeningPort(server);
  const { errors, code } = await npmStart([], offset).ended();
  expect(errors).toMatch(
    new RegExp(
      `^Port ${port}, for the site, is in use [^]* PORT_OFFSET=${offset + 100} npm start\n$`,
    ),
  );
  expect(code).toBe(1);
  await closeServer(server);
});
