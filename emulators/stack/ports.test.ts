import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
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

test.each(['x', '1.5', '60000', '-9000'])('PORT_OFFSET=%s is refused by name', (offset) => {
  expect(() => configuredPorts(offset)).toThrow(`PORT_OFFSET=${offset}`);
});

test('ports for a stack beside others are free and differ', async () => {
  const ports = await anyPorts();
  expect(new Set([ports.auth, ports.hub, ports.logging, 0]).size).toBe(4);
  await assertPortsAreFree(ports);
});

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
  await once(server.close(), 'close');
});
