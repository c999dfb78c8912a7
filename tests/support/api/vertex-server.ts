import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../../functions/src/contract/index.ts';
import type { VertexOptions } from '../../../functions/src/images/vertex-generator.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

export const LOCATION = 'us-central1';
export const MODEL = 'gemini-3.1-flash-image';

/** The documented contents of a call with texts. */
export const sentContents = z.array(
  z.object({ role: z.literal('user'), parts: z.array(z.object({ text: z.string() })) }),
);

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers like Vertex AI, over HTTPS. */
export interface VertexServer {
  /** How it answers the next calls. */
  answer: Answering;
  /** The calls of the current test. */
  readonly received: readonly { path: string; authorization: string; body: unknown }[];
  /** How to call the model there. */
  options(): VertexOptions;
}

/** Answers with JSON. */
export function json(status: number, body: unknown): Answering {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

/** A response with these parts, in the documented format. */
export function content(parts: unknown[], finishReason = 'STOP') {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }],
    usageMetadata: { promptTokenCount: 140, candidatesTokenCount: 1290, totalTokenCount: 1430 },
    modelVersion: MODEL,
  };
}

/** An error in the documented format. */
export function failure(code: number, status: string): Answering {
  return json(code, { error: { code, message: `${status} for a test`, status, details: [] } });
}

/** The ApiError that a call fails with. */
export async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('No ApiError', { cause: error });
  return error;
}

/** Provides a test file with a server that answers like Vertex AI. */
export function useVertexServer(): VertexServer {
  let server: Server;
  let host: string;
  const certificates = getCACertificates('default');
  let received: VertexServer['received'][number][] = [];

  const running: VertexServer = {
    answer: failure(500, 'INTERNAL'),
    get received() {
      return received;
    },
    options: () => ({
      project: 'facts',
      location: LOCATION,
      model: MODEL,
      endpoint: host,
      auth: {
        credentials: {
          type: 'authorized_user',
          client_id: 'test',
          client_secret: 'test',
          refresh_token: 'test',
        },
        clientOptions: { endpoints: { oauth2TokenUrl: `https://${host}/token` } },
      },
    }),
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (request.url === '/token') {
      json(200, { access_token: 'from-the-token-server', expires_in: 3600, token_type: 'Bearer' })(
        request,
        response,
      );
      return;
    }
    received.push({
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body: JSON.parse(body),
    });
    running.answer(request, response);
  }

  beforeAll(async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { key, cert } = selfSignedCertificate();
    setDefaultCACertificates([...certificates, cert]);
    server = createServer({ key, cert }, (request, response) => void receive(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
    host = `127.0.0.1:${address.port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    setDefaultCACertificates(certificates);
  });
  beforeEach(() => {
    received = [];
  });
  return running;
}
