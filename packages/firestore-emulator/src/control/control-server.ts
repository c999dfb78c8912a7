import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { FirestoreEmulator } from '../interface.ts';
import { parseFault } from './faults.ts';

const MAX_BODY_BYTES = 10_000;

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
  const body = await readBody(request);
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

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BODY_BYTES) throw new Error('The request is too large.');
  }
  return body;
}
