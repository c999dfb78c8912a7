import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { serveFirebaseConfig } from './firebase-config.ts';
import { firebaseJsonSection } from './firebase-json.ts';
import { closeServer, listeningPort } from './http-server.ts';
import { anyPorts, assertPortsAreFree, configuredPorts } from './ports.ts';

test('without an offset the ports are those of firebase.json', () => {
  expect(configuredPorts('0')).toMatchObject({ hosting: 5000, functions: 5001, auth: 9099 });
});

test('PORT_OFFSET moves all ports', () => {
  const ports = configuredPorts('0');
  const moved = configuredPorts('100');
  for (const [part, port] of Object.entries(ports)) {
    expect(Object.entries(moved)).toContainEqual([part, port + 100]);
  }
});

test('ports of offsets that are multiples of 100 never collide, nor with those of the official suite', () => {
  const sections = z.record(z.string(), z.unknown()).parse(firebaseJsonSection('emulators'));
  const settings = z.object({ port: z.int(), websocketPort: z.optional(z.int()) });
  const all = Object.values(sections).flatMap((section) => {
    const { data } = settings.safeParse(section);
    return data === undefined
      ? []
      : [data.port, ...(data.websocketPort ? [data.websocketPort] : [])];
  });
  expect(all).toEqual(expect.arrayContaining(Object.values(configuredPorts('0'))));
  expect(new Set(all.map((port) => port % 100)).size).toBe(all.length);
});

test.each(['x', '1.5', '60000', '-9000', '1000'])('PORT_OFFSET=%s is refused by name', (offset) => {
  expect(() => configuredPorts(offset)).toThrow(`PORT_OFFSET=${offset}`);
});

test('ports for a stack beside others are free and differ', async () => {
  const ports = await anyPorts();
  expect(new Set([ports.auth, ports.hub, ports.logging, 0]).size).toBe(4);
  await assertPortsAreFree(ports);
});

test(
  'of simultaneous starts those that come late are told that a stack runs',
  { tags: 'X11' },
  async () => {
    const site = createHttpServer(serveFirebaseConfig(null)).listen(0, '127.0.0.1');
    const hosting = await listeningPort(site);
    await expect(assertPortsAreFree({ ...(await anyPorts()), hosting })).rejects.toThrow(
      new RegExp(`^A local stack already runs at http://127.0.0.1:${hosting}\\. To start another`),
    );
    await closeServer(site);
  },
);

test('a port in use is named with its purpose, and how to see who has it', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const refusal = assertPortsAreFree({ ...(await anyPorts()), functions: port });
  await expect(refusal).rejects.toThrow(
    new RegExp(`^Port ${port}, for the API, is in use\\. To see by whom: .*${port}`),
  );
  const [, offset = ''] =
    /PORT_OFFSET=(\d+) npm start$/.exec(String(await refusal.catch(String))) ?? [];
  await assertPortsAreFree(configuredPorts(offset));
  await once(server.close(), 'close');
});
