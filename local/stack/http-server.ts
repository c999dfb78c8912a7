import { once } from 'node:events';
import type { Server } from 'node:http';

/** Every part of the local stack listens here only. */
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

/** Stops a server: no new request, two seconds for those in flight, then their connections end. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  // A connection that is kept alive becomes idle only when its last answer is out.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const limit = setTimeout(() => server.closeAllConnections(), 2000);
  await closed;
  clearInterval(idle);
  clearTimeout(limit);
}
