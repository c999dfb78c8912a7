import { once } from 'node:events';
import type { Server } from 'node:http';

/** The only address on which the local stack listens. */
export const LOOPBACK = '127.0.0.1';

/**
 * Waits until a server listens.
 * @returns its port
 * @throws the listening error, such as EADDRINUSE
 */
export async function listeningPort(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Stops a server: accepts no new requests, waits two seconds for open ones, then closes all connections. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  // A keep-alive connection becomes idle only after its last response is sent.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const limit = setTimeout(() => server.closeAllConnections(), 2000);
  await closed;
  clearInterval(idle);
  clearTimeout(limit);
}
