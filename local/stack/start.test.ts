import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from './firebase-json.ts';
import { closeServer, listeningPort, LOOPBACK } from './http-server.ts';

/** Runs npm start's program until it exits. */
async function npmStart(args: readonly string[], portOffset: number) {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...args], {
    env: { ...process.env, PORT_OFFSET: String(portOffset) },
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { errors, code };
}

test('a port in use is reported, and nothing starts', async () => {
  const server = createServer();
  server.listen(0, LOOPBACK);
  const port = await listeningPort(server);
  const { errors, code } = await npmStart([], port - 5000);
  expect(errors).toContain(`Port ${port}, for the site, is in use by another program.`);
  expect(code).toBe(1);
  await closeServer(server);
});
