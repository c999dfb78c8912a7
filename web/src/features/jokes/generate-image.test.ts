import { afterEach, expect, test } from 'vitest';
import { sendJson, startApiServer } from '../../testing/api-server.ts';
import { exampleJoke } from '../../testing/jokes.ts';
import { cacheBusted } from '../../api/request-image.ts';
import { generateImage } from './generate-image.ts';
import { useKnownChanges } from './known-changes.ts';

afterEach(() => useKnownChanges.setState({ images: {} }));

const made = () => useKnownChanges.getState().images[7];

test('the time goes behind the address of a picture, and behind a query that it has', () => {
  expect(cacheBusted('/a-640.webp', 12)).toBe('/a-640.webp?t=12');
  expect(cacheBusted('https://example.org/a?size=1', 12)).toBe('https://example.org/a?size=1&t=12');
});

test.each([
  ['is made where there is none', null, 'false'],
  ['is made again, with force, where there is one', '/old-640.webp', 'true'],
])('a picture %s, and shows', async (_what, imageUrl, force) => {
  const joke = exampleJoke({ joke_id: 7, image_url: imageUrl });
  await using server = await startApiServer((exchange) =>
    sendJson(exchange, 200, {
      success: true,
      image_url: '/new-640.webp?expires=1795312800&signature=a-b_c',
    }),
  );
  await generateImage(joke);
  expect(server.exchanges.map(({ request }) => request.url)).toEqual([
    `/api/v1/images/generate/7?force=${force}`,
  ]);
  expect(made()).toMatch(/^\/new-640\.webp\?t=\d+$/);
});

test('where none is made, the one before stays', async () => {
  const joke = exampleJoke({ joke_id: 7, image_url: '/old-640.webp' });
  await using _server = await startApiServer((exchange) =>
    sendJson(exchange, 500, { detail: 'No.' }),
  );
  await expect(generateImage(joke)).rejects.toMatchObject({ code: 'internal' });
  expect(made()).toBeUndefined();
});
