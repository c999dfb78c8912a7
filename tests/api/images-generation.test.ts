import { describe, expect, test } from 'vitest';
import { ApiError } from '../../functions/src/contract/index.ts';
import type { ImageRequest } from '../../functions/src/images/image-generator.ts';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { solidPng } from '../support/api/solid-png.ts';
import { filesOf, generatorAfter, heldGenerator, useImages } from '../support/api/use-images.ts';

const joke = aJoke(1, { tags: ['food', 'texas'] });
const running = useImages([joke]);
const { generate, imageOf, storedFiles } = running;

test('a generator gets the text of the joke and the image to replace', async () => {
  const requests: ImageRequest[] = [];
  await running.restart({ imageGenerator: generatorAfter((request) => requests.push(request)) });
  await generate(1);
  const previous = await imageOf(1);
  await generate(1, '?force=true');
  const { joke_text: jokeText } = joke;
  expect(requests).toEqual([
    { jokeText, previous: null },
    { jokeText, previous },
  ]);
});

describe('two simultaneous generations for one joke', () => {
  test('produce one image on one instance', async () => {
    let asked = 0;
    await running.restart({ imageGenerator: generatorAfter(() => (asked += 1)) });
    const answers = await Promise.all([
      generate(1, '?force=true'),
      generate(1, '?force=true'),
      generate(1, '?force=true'),
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(asked).toBe(1);
    expect(await storedFiles()).toHaveLength(3);
  });

  test('on two instances: the one that ends later gets 409, and its image is not used', async () => {
    const { imageGenerator, begun, go } = heldGenerator();
    await running.restart({ imageGenerator });
    const other = await running.start();
    const late = generate(1);
    await begun;
    expect((await generate(1, '', other)).status).toBe(200);
    const file = await imageOf(1);
    go();
    expect(await late).toMatchObject({
      status: 409,
      body: { detail: 'Another image of this fact was generated meanwhile.' },
    });
    expect(await imageOf(1)).toBe(file);
    expect(await storedFiles()).toEqual(expect.arrayContaining(filesOf(file)));
    await other.stop();
  });
});

describe('an image generator that', async () => {
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
    ['half a PNG', (await solidPng(64, 64)).slice(0, 90)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['far too many pixels', await solidPng(6_000, 3_000)],
  ])('returns %s: nothing is stored', async (_what, bytes) => {
    await running.restart({ imageGenerator: { generate: () => Promise.resolve(bytes) } });
    expect((await generate(1)).status).toBe(503);
    expect(await imageOf(1)).toBeUndefined();
    expect(await storedFiles()).toEqual([]);
  });
});

test('a joke that is deleted during image generation stays deleted', async () => {
  const remove = () =>
    running.api.request('/admin/delete/1', { method: 'DELETE', bearer: ADMIN_BEARER });
  await running.restart({ imageGenerator: generatorAfter(remove) });
  expect((await generate(1)).status).toBe(409);
  expect(await imageOf(1)).toBeUndefined();
});
