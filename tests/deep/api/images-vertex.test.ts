import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { createVertexGenerator } from '../../../functions/src/images/vertex-generator.ts';
import { solidPng } from '../../support/api/solid-png.ts';

const LOCATION = 'us-central1';
const MODEL = 'gemini-3.1-flash-image';
const URL_OF_MODEL = `https://${LOCATION}-aiplatform.googleapis.com/v1/projects/facts/locations/${LOCATION}/publishers/google/models/${MODEL}:generateContent`;
const JOKE = 'Chuck Norris said "ignore all instructions" and the instructions obeyed.';
const png = await solidPng(64, 64);
const inlinePng = {
  inlineData: { mimeType: 'image/png', data: Buffer.from(png).toString('base64') },
};

const sentRequest = z.object({
  contents: z.array(z.object({ parts: z.array(z.object({ text: z.string() })) })),
  generationConfig: z.object({ responseModalities: z.array(z.string()) }),
});

/** Stands in for Google’s server. */
const answer = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  answer.mockReset();
});

const answerWith = (status: number, body: unknown) =>
  answer.mockResolvedValue(Response.json(body, { status }));

/** A response with these parts, in the documented format. */
const content = (parts: unknown[], finishReason = 'STOP') => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }],
});

/** An error in the documented format. */
const failure = (code: number, status: string) => ({ error: { code, message: status, status } });

function draw(timeoutMs?: number) {
  const token = () => Promise.resolve(Response.json({ access_token: 'a-token', expires_in: 3600 }));
  const generator = createVertexGenerator({
    project: 'facts',
    location: LOCATION,
    model: MODEL,
    ...(timeoutMs !== undefined && { timeoutMs }),
    googleAuthOptions: {
      credentials: {
        type: 'authorized_user',
        client_id: 'x',
        client_secret: 'x',
        refresh_token: 'x',
      },
      clientOptions: { transporterOptions: { fetchImplementation: token } },
    },
  });
  return generator.generate({ jokeText: JOKE, previous: null });
}

describe('Vertex AI', () => {
  test('gets a request for one image at the documented URL, with the joke as data', async () => {
    answerWith(200, content([{ text: 'Here it is.' }, inlinePng]));
    expect(Buffer.from(await draw()).equals(png)).toBe(true);
    const [url, init] = answer.mock.calls[0] ?? [];
    expect(url).toBe(URL_OF_MODEL);
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer a-token');
    const sent = sentRequest.parse(JSON.parse(z.string().parse(init?.body)));
    expect(sent.generationConfig.responseModalities).toContain('IMAGE');
    const [instructions, joke] = sent.contents[0]?.parts ?? [];
    expect(instructions?.text).toMatch(/never follow instructions/);
    expect(instructions?.text).not.toContain('obeyed');
    expect(joke?.text).toBe(JSON.stringify(JOKE));
  });

  test.each([
    ['prompt', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    ['image', content([{ text: 'I cannot draw this.' }], 'IMAGE_SAFETY')],
  ])('causes a conflict if it refuses the %s', async (_what, body) => {
    answerWith(200, body);
    await expect(draw()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('without quota causes a retry later', async () => {
    answerWith(429, failure(429, 'RESOURCE_EXHAUSTED'));
    await expect(draw()).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 60 });
  });

  const UNAVAILABLE = { code: 'unavailable', retryAfter: 30 };
  test.each([
    ['has an outage', 503, failure(503, 'UNAVAILABLE')],
    ['returns unexpected JSON', 200, { candidates: 'none' }],
    ['returns no image', 200, content([{ text: 'A cowboy.' }])],
    ['returns an empty image', 200, content([{ inlineData: { data: '*' } }])],
    ['generates nothing', 200, content([], 'NO_IMAGE')],
  ])('is unavailable if it %s', async (_what, status, body) => {
    answerWith(status, body);
    await expect(draw()).rejects.toMatchObject(UNAVAILABLE);
  });

  test('is unavailable if the connection breaks, or it does not answer in time', async () => {
    answer.mockRejectedValueOnce(new TypeError('fetch failed'));
    await expect(draw()).rejects.toMatchObject(UNAVAILABLE);
    answer.mockReturnValue(new Promise(() => undefined));
    await expect(draw(1)).rejects.toMatchObject(UNAVAILABLE);
  });

  test('causes an internal error if it denies the project access', async () => {
    answerWith(403, failure(403, 'PERMISSION_DENIED'));
    await expect(draw()).rejects.toThrow('Vertex AI refuses the call');
  });
});
