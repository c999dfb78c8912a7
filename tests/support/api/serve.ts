import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { LOOPBACK, listeningPort } from '../../../local/stack/http-server.ts';

/** Serves requests on a free port until the test ends. @returns the origin */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, LOOPBACK);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://${LOOPBACK}:${await listeningPort(server)}`;
}
