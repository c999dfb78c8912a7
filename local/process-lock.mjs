import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Above the ports that browsers refuse and those of tests, below those of outgoing connections. */
const PORTS = { first: 30_000, count: 2_000 };

/**
 * Waits until this process holds the lock. It then holds the lock until it releases it or ends, even if it
 * is killed: the lock is a port of this computer, on which only one process at a time can listen.
 * @param {string} name of the lock, such as the path of what it protects; it determines the port
 * @param {(port: number) => void} onWait called once, with the port, if another process listens there
 * @param {AbortSignal} [signal] ends the wait with an error
 * @returns {Promise<() => void>} releases the lock
 */
export async function acquireLock(name, onWait, signal) {
  const hash = createHash('sha256').update(name).digest().readUInt32BE();
  const port = PORTS.first + (hash % PORTS.count);
  for (let attempt = 0; ; attempt += 1) {
    const server = createServer().listen({ port, host: '127.0.0.1' });
    try {
      await once(server, 'listening');
      server.unref();
      return () => void server.close();
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken) throw error;
    }
    if (attempt === 0) onWait(port);
    await wait(100, undefined, { signal });
  }
}
