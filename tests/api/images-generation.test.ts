import { describe, expect, test } from 'vitest';
import { ApiError } from '../../functions/src/contract/index.ts';
import { ADMIN_BEARER, siteTime } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { solidPng } from '../support/api/solid-png.ts';
import { quickGenerator, useImages } from '../support/api/use-images.ts';

const running = useImages([aJoke(1)]);
const { generate, imageOf, storedFiles } = running;

describe('two simultaneous generations for one joke', () => {
  test('produce one image on one instance', async () => {
    let asked = 0;
    await running.restart({
      imageGenerator: {
        generate(request) {
          asked += 1;
          return quickGenerator.generate(request);
        },
      },
    });
    const answers = await Promise.all([
      generate(1, '?force=true'),
      generate(1, '?force=true'),
      generate(1, '?force=true'),
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(asked).toBe(1);
    expect(await storedFiles()).toHaveLength(3);
  });

  test('on two instances: the second gets 409 while the first runs', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    await running.restart({
      imageGenerator: {
        async generate(request) {
          begun.resolve();
          await go.promise;
          return quickGenerator.generate(request);
        },
      },
    });
    const other = await running.startAnother();
    const first = generate(1);
    await begun.promise;
    const second = await generate(1, '', other);
    expect(second.status).toBe(409);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    go.resolve();
    expect((await first).status).toBe(200);
    expect((await generate(1, '', other)).body).toEqual((await first).body);
    expect(await storedFiles()).toHaveLength(3);
    await other.stop();
  });

  test('a generation that outlasts its lease does not replace a later image', async () => {
    let now = siteTime();
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    await running.restart({
      clock: () => now,
      imageGenerator: {
        async generate(request) {
          begun.resolve();
          await go.promise;
          return quickGenerator.generate(request);
        },
      },
    });
    const other = await running.startAnother({ clock: () => now });
    const late = generate(1);
    await begun.promise;
    now += 60_000;
    expect((await generate(1, '', other)).status).toBe(200);
    const file = await imageOf(1);
    go.resolve();
    expect((await late).status).toBe(409);
    expect(await imageOf(1)).toBe(file);
    await other.stop();
  });
});

describe('an image generator that', () => {
  const failing = (reason: Error) => ({ generate: () => Promise.reject(reason) });

  test.each([
    ['refuses', new ApiError('conflict', 'Declined.'), 409],
    [
      'has no remaining quota',
      new ApiError('too_many_requests', 'Later.', { retryAfter: 60 }),
      429,
    ],
    ['does not answer', new ApiError('unavailable', 'Gone.', { retryAfter: 30 }), 503],
    ['fails', new Error('broken'), 500],
  ])('%s causes that error, and the joke is unchanged', async (_what, error, status) => {
    await generate(1);
    const file = await imageOf(1);
    await running.restart({ imageGenerator: failing(error) });
    expect(await generate(1, '?force=true')).toMatchObject({
      status,
      body: { detail: expect.any(String) },
    });
    expect(await imageOf(1)).toBe(file);
    await running.restart();
    expect((await generate(1, '?force=true')).status).toBe(200);
  });

  test.each([
    ['text', Buffer.from('not an image')],
    ['nothing', Buffer.alloc(0)],
    ['half a PNG', solidPng(64, 64).slice(0, 90)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['far too many pixels', solidPng(6_000, 3_000)],
  ])('returns %s: nothing is stored', async (_what, bytes) => {
    await running.restart({ imageGenerator: { generate: () => Promise.resolve(bytes) } });
    expect((await generate(1)).status).toBe(503);
    expect(await imageOf(1)).toBeUndefined();
    expect(await storedFiles()).toEqual([]);
  });

  test('returns an image that is not square: the image is cropped', async () => {
    const wide = solidPng(1_280, 720);
    await running.restart({ imageGenerator: { generate: () => Promise.resolve(wide) } });
    expect((await generate(1)).status).toBe(200);
  });
});

test('a joke that is deleted during image generation stays deleted', async () => {
  await running.restart({
    imageGenerator: {
      async generate(request) {
        await running.api.request('/admin/delete/1', { method: 'DELETE', bearer: ADMIN_BEARER });
        return quickGenerator.generate(request);
      },
    },
  });
  expect((await generate(1)).status).toBe(404);
  expect((await running.api.context.db.doc('jokes/1').get()).exists).toBe(false);
});
