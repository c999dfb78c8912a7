import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { vi } from 'vitest';

/** A received request and the response to send. */
export interface Exchange {
  request: IncomingMessage;
  body: string;
  response: ServerResponse;
}

/** A test server that the API client uses as the site's origin until it is disposed. */
export interface ApiServer extends AsyncDisposable {
  /** the requests so far */
  exchanges: Exchange[];
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Starts a server on a free port that handles requests with `answer`. Leave a response open to simulate a timeout. */
export async function startApiServer(answer: (exchange: Exchange) => void): Promise<ApiServer> {
  const exchanges: Exchange[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, body: await textOf(request), response };
    exchanges.push(exchange);
    answer(exchange);
  };
  const server = createServer((request, response) => void receive(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${address.port}` });
  return {
    exchanges,
    async [Symbol.asyncDispose]() {
      vi.unstubAllGlobals();
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Responds with JSON. */
export function sendJson({ response }: Exchange, status: number, content: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
