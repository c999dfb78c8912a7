import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from './firebase-json.ts';
import { closeServer, listeningPort, LOOPBACK } from './http-server.ts';

/** Runs npm start's program until it ends by itself. */
async function npmStart(args: readonly string[], portOffset: number) {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...args], {
    env: { ...process.env, PORT_OFFSET: String(portOffset) },
  });
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { complaint, code };
}

test('an unknown flag is answered with the usage and exit code 2', async () => {
  const { complaint, code } = await npmStart(['--frehs'], 0);
  expect(complaint).toContain("'--frehs'");
  expect(complaint).toContain('Usage: npm start [-- --fresh] [--empty]');
  expect(code).toBe(2);
});

test('a port in use is named, and nothing is started', async () => {
  const server = createServer();
  server.listen(0, LOOPBACK);
  const port = await listeningPort(server);
  const { complaint, code } = await npmStart([], port - 5000);
  expect(complaint).toContain(`Port ${port}, for the site, is in use.`);
  expect(code).toBe(1);
  await closeServer(server);
});
