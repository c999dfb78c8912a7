import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startBackend, type Backend } from '../../emulators/stack/backend.ts';

let backend: Backend;

beforeAll(async () => {
  backend = await startBackend({ auth: false, seed: null });
});
afterAll(() => backend?.stop());
beforeEach(() => backend.restartFunction());

function submit(body: RequestInit['body']): Promise<Response> {
  return fetch(`${backend.functionOrigin()}/api/v1/jokes/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body ?? null,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}

test('malformed JSON is answered in the specified shape, as the first request already', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    const response = await submit('{"joke_text": ');
    expect(response.status).toBe(422);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toEqual({ detail: expect.any(Array) });
  }
});

test('a body over 16 KB is refused, whether it announces its size or not', async () => {
  const body = `{"joke_text":"${'x'.repeat(20_000)}"}`;
  for (const sent of [body, new Blob([body]).stream()]) {
    const response = await submit(sent);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ detail: expect.any(String) });
  }
});

test('a well-formed submission is stored', async () => {
  const response = await submit('{"joke_text":"Chuck Norris frames the framework."}');
  expect(response.status).toBe(201);
});
