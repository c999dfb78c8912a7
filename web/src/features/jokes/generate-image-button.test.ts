import { afterEach, expect, test } from 'vitest';
import { sendJson, startApiServer } from '../../testing/api-server.ts';
import { exampleJoke } from '../../testing/jokes.ts';
import { cacheBusted } from '../../api/request-image.ts';
import { generateImage } from './generate-image-button.tsx';
import { useNewImages } from './local-changes.ts';

afterEach(() => useNewImages.setState({}, true));

const made = () => useNewImages.getState()[7];

test('the time is appended to an image URL, after its query if it has one', () => {
  expect(cacheBusted('/a-640.webp', 12)).toBe('/a-640.webp?t=12');
  expect(cacheBusted('https://example.org/a?size=1', 12)).toBe('https://example.org/a?size=1&t=12');
});

test.each([
  ['is generated for a joke without an image', null, 'false'],
  ['is generated again, with force, if the joke has one', '/old-640.webp', 'true'],
])('an image %s, and shown', async (_what, imageUrl, force) => {
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

test('if the generation fails, the previous image stays', async () => {
  const joke = exampleJoke({ joke_id: 7, image_url: '/old-640.webp' });
  await using _server = await startApiServer((exchange) =>
    sendJson(exchange, 500, { detail: 'No.' }),
  );
  await expect(generateImage(joke)).rejects.toMatchObject({ code: 'internal' });
  expect(made()).toBeUndefined();
});
