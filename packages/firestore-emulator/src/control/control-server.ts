import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FirestoreEmulator } from '../interface.ts';
import { parseFault } from './faults.ts';

type Routes = Readonly<Record<string, (body: string) => unknown>>;

/**
 * An HTTP server for tests and tools: GET /records, GET /totals, POST /reset, POST /faults,
 * DELETE /faults, DELETE /documents. Answers JSON, errors as `{"error": "text"}`. Web pages have no
 * access: their requests carry an Origin or another Host.
 */
export function createControlServer(emulator: Omit<FirestoreEmulator, 'controlUrl'>): Server {
  const routes: Routes = {
    'GET /records': () => emulator.records(),
    'GET /totals': () => emulator.totals(),
    'POST /reset': () => emulator.resetRecords(),
    'POST /faults': (body) => emulator.inject(parseFault(JSON.parse(body))),
    'DELETE /faults': () => emulator.clearFaults(),
    'DELETE /documents': () => emulator.clear(),
  };
  return createServer((request, response) => {
    const reply = (status: number, content: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(content));
    };
    respond(routes, request).then(
      ([status, content]) => reply(status, content),
      (error: unknown) =>
        reply(400, { error: error instanceof Error ? error.message : String(error) }),
    );
  });
}

async function respond(
  routes: Routes,
  request: IncomingMessage,
): Promise<readonly [status: number, content: unknown]> {
  const body = await text(request);
  if (isFromWebPage(request)) return [403, { error: 'Web pages have no access.' }];
  const route = routes[`${request.method} ${request.url}`];
  return route === undefined
    ? [404, { error: 'There is no such call.' }]
    : [200, route(body) ?? {}];
}

function isFromWebPage({ headers }: IncomingMessage): boolean {
  const host = headers.host?.replace(/:\d+$/, '');
  return headers.origin !== undefined || (host !== '127.0.0.1' && host !== 'localhost');
}
