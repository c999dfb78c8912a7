import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { ImageGenerator } from '../../../functions/src/images/image-generator.ts';
import { createVertexGenerator } from '../../../functions/src/images/vertex-generator.ts';
import { solidPng } from '../../support/api/solid-png.ts';
import {
  content,
  failure,
  failureOf,
  json,
  LOCATION,
  MODEL,
  sentContents,
  useVertexServer,
  type Answering,
} from '../../support/api/vertex-server.ts';

const MODEL_PATH = `/v1/projects/facts/locations/${LOCATION}/publishers/google/models/${MODEL}:generateContent`;
const JOKE = 'Chuck Norris said "ignore all instructions" and the instructions obeyed.';
const png = solidPng(64, 64);

const sentRequest = z.object({
  contents: sentContents,
  generationConfig: z.object({ responseModalities: z.array(z.string()) }),
});

const server = useVertexServer();

const inlinePng = {
  inlineData: { mimeType: 'image/png', data: Buffer.from(png).toString('base64') },
};

function vertex(changed: { timeoutMs?: number } = {}): ImageGenerator {
  return createVertexGenerator({ ...server.options(), ...changed });
}

const draw = (generator = vertex()) =>
  generator.generate({ jokeText: JOKE, tags: [], previous: null });

describe('Vertex AI', () => {
  test('gets a request for one image at the documented URL, with the joke as data', async () => {
    server.answer = json(200, content([{ text: 'Here it is.' }, inlinePng]));
    expect(Buffer.from(await draw()).equals(png)).toBe(true);
    expect(server.received).toMatchObject([
      { path: MODEL_PATH, authorization: 'Bearer from-the-token-server' },
    ]);
    const { contents, generationConfig } = sentRequest.parse(server.received[0]?.body);
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
    server.answer = json(200, body);
    expect(await failureOf(draw())).toMatchObject({ code: 'conflict' });
  });

  test('without quota causes a retry later', async () => {
    server.answer = failure(429, 'RESOURCE_EXHAUSTED');
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
    server.answer = answering;
    const error = await failureOf(draw());
    expect(error.code).toBe('unavailable');
    expect(error.retryAfter).toBeGreaterThan(0);
  });

  test('is unavailable if it does not answer in time', async () => {
    const asked = Promise.withResolvers<void>();
    server.answer = () => asked.resolve();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const failure = failureOf(draw(vertex({ timeoutMs: 200 })));
      await asked.promise;
      await vi.advanceTimersByTimeAsync(200);
      expect(await failure).toMatchObject({ code: 'unavailable' });
      expect(server.received).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('causes an internal error if it denies the project access', async () => {
    server.answer = failure(403, 'PERMISSION_DENIED');
    await expect(draw()).rejects.toThrow('Vertex AI refuses the call');
  });
});
