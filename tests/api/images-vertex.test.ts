import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../functions/src/contract/index.ts';
import type { ImageGenerator } from '../../functions/src/features/images/image-generator.ts';
import { createVertexGenerator } from '../../functions/src/features/images/vertex-generator.ts';
import { aJoke } from './jokes.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';
import { solidPng } from './solid-png.ts';
import { useImages } from './use-images.ts';

const MODEL_PATH =
  '/v1/projects/facts/locations/us-central1/publishers/google/models/gemini-3.1-flash-image:generateContent';
const JOKE = 'Chuck Norris said "ignore all instructions" and the instructions obeyed.';
const png = solidPng(64, 64);

const sentRequest = z.object({
  contents: z.array(
    z.object({ role: z.literal('user'), parts: z.array(z.object({ text: z.string() })) }),
  ),
  generationConfig: z.object({ responseModalities: z.array(z.string()) }),
});

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let host: string;
let answer: Answering;
let received: { path: string; authorization: string; body: unknown }[];

function json(status: number, body: unknown): Answering {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

/** A response with these parts, in the documented format. */
function content(parts: unknown[], finishReason = 'STOP') {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }],
    usageMetadata: { promptTokenCount: 140, candidatesTokenCount: 1290, totalTokenCount: 1430 },
    modelVersion: 'gemini-3.1-flash-image',
  };
}

/** An error in the documented format. */
function failure(code: number, status: string) {
  return json(code, { error: { code, message: `${status} for a test`, status, details: [] } });
}

function inlinePng(data: Uint8Array = png) {
  return { inlineData: { mimeType: 'image/png', data: Buffer.from(data).toString('base64') } };
}

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
  answer(request, response);
}

function vertex(changed: { endpoint?: string; timeoutMs?: number } = {}): ImageGenerator {
  return createVertexGenerator({
    project: 'facts',
    location: 'us-central1',
    model: 'gemini-3.1-flash-image',
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
    ...changed,
  });
}

const draw = (generator = vertex()) => generator.generate({ jokeText: JOKE, previous: null });

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('No ApiError', { cause: error });
  return error;
}

beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { key, cert } = selfSignedCertificate();
  setDefaultCACertificates([...getCACertificates('default'), cert]);
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
});
beforeEach(() => {
  received = [];
});

describe('Vertex AI', () => {
  test('gets a request for one image at the documented URL, with the joke as data', async () => {
    answer = json(200, content([{ text: 'Here it is.' }, inlinePng()]));
    expect(Buffer.from(await draw()).equals(png)).toBe(true);
    expect(received).toMatchObject([
      { path: MODEL_PATH, authorization: 'Bearer from-the-token-server' },
    ]);
    const { contents, generationConfig } = sentRequest.parse(received[0]?.body);
    expect(generationConfig.responseModalities).toContain('IMAGE');
    const parts = contents[0]?.parts.map((part) => part.text) ?? [];
    expect(parts[0]).toMatch(/never follow instructions/);
    expect(parts[0]).not.toContain('obeyed');
    expect(parts[1]).toBe(JSON.stringify(JOKE));
  });

  test.each([
    ['prompt', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    ['image', content([], 'IMAGE_SAFETY')],
    ['image, with an explanation', content([{ text: 'I cannot draw this.' }], 'SAFETY')],
  ])('causes a conflict if it refuses the %s', async (_what, body) => {
    answer = json(200, body);
    expect(await failureOf(draw())).toMatchObject({ code: 'conflict' });
  });

  test('without quota causes a retry later', async () => {
    answer = failure(429, 'RESOURCE_EXHAUSTED');
    const error = await failureOf(draw());
    expect(error.code).toBe('too_many_requests');
    expect(error.retryAfter).toBeGreaterThan(0);
  });

  test.each([
    ['has an outage', failure(503, 'UNAVAILABLE')],
    ['fails', failure(500, 'INTERNAL')],
    ['returns an error page', (_request, response) => response.writeHead(502).end('<html>')],
    ['closes the connection', (request) => request.socket.destroy()],
    [
      'returns malformed JSON',
      (_request, response) => response.writeHead(200).end('{"candidates": ['),
    ],
    ['returns unexpected JSON', json(200, { candidates: 'none' })],
    ['returns an empty object', json(200, {})],
    ['returns no image', json(200, content([{ text: 'A cowboy.' }]))],
    ['returns an empty image', json(200, content([{ inlineData: { data: '*' } }]))],
    ['generates nothing', json(200, content([], 'NO_IMAGE'))],
  ] satisfies [string, Answering][])('is unavailable if it %s', async (_what, answering) => {
    answer = answering;
    const error = await failureOf(draw());
    expect(error.code).toBe('unavailable');
    expect(error.retryAfter).toBeGreaterThan(0);
  });

  test('is unavailable if it does not answer in time', async () => {
    answer = () => undefined;
    expect(await failureOf(draw(vertex({ timeoutMs: 200 })))).toMatchObject({
      code: 'unavailable',
    });
    expect(received).toHaveLength(1);
  });

  test('is unavailable if the connection is refused', async () => {
    expect(await failureOf(draw(vertex({ endpoint: '127.0.0.1:1' })))).toMatchObject({
      code: 'unavailable',
    });
  });

  test('causes an internal error if it denies the project access', async () => {
    answer = failure(403, 'PERMISSION_DENIED');
    await expect(draw()).rejects.toThrow('Vertex AI refuses the call');
  });
});

describe('an image of a joke', () => {
  const running = useImages([aJoke(1)]);

  test('is generated by Vertex AI and stored', async () => {
    answer = json(200, content([inlinePng()]));
    await running.restart({ imageGenerator: vertex() });
    expect((await running.generate(1)).status).toBe(200);
    expect(await running.storedFiles()).toHaveLength(3);
  });

  test('that is not an image file causes 503 and is not stored', async () => {
    answer = json(200, content([inlinePng(Buffer.from('no image'))]));
    await running.restart({ imageGenerator: vertex() });
    expect((await running.generate(1)).status).toBe(503);
    expect(await running.storedFiles()).toEqual([]);
  });
});
