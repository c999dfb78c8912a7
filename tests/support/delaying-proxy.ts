import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A proxy that makes a server seem farther away. */
export interface DelayingProxy extends AsyncDisposable {
  /** `127.0.0.1:PORT` */
  host: string;
}

/**
 * Forwards connections to a server on this computer; what the server answers arrives later.
 * @param host `127.0.0.1:PORT`
 */
export async function startDelayingProxy(host: string, delayMs: number): Promise<DelayingProxy> {
  const server = createServer((client) => {
    const upstream = connect(Number(host.split(':').at(-1)), '127.0.0.1');
    client.setNoDelay(true).pipe(upstream.setNoDelay(true));
    // Timers of the same length run in order.
    upstream.on('data', (data) => setTimeout(() => client.write(data), delayMs));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port');
  return {
    host: `127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}
