import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sweepImages } from '../../functions/src/operations/sweep.service.ts';
import { ADMIN_BEARER, type Answer } from '../support/api-site.ts';
import { changeIdOf, log, undo } from '../support/api/changes.ts';
import { aJoke } from '../support/api/jokes.ts';
import { filesOf, useImages } from '../support/api/use-images.ts';

const running = useImages(
  [aJoke(1), aJoke(2), aJoke(3, { status: 'pending' }), aJoke(4, { status: 'rejected' })],
  { clock: Date.now },
);
const { generate, imageOf, storedFiles } = running;

const admin = { bearer: ADMIN_BEARER };
const URL_PATTERN = /^\/api\/v1\/images\/files\/[0-9a-f]{32}-640\.webp$/;
const generated = z.strictObject({
  success: z.literal(true),
  image_url: z.string(),
  change_id: z.nullable(z.string()),
});

/** The file's URL below the API. */
function urlOf(answer: Answer): string {
  return generated.parse(answer.body).image_url.replace('/api/v1', '');
}

describe('an administrator', () => {
  test('generates the image of a joke in three sizes', async () => {
    const answer = await generate(1);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        image_url: expect.stringMatching(URL_PATTERN),
        change_id: expect.any(String),
      },
    });
    expect(await storedFiles()).toEqual(filesOf(await imageOf(1)));
    expect((await running.api.context.db.doc('jokes/1').get()).get('image')).toEqual({
      file: await imageOf(1),
      generated_at: expect.anything(),
    });
  });

  test('gets the existing image without force; with it a new one, and visitors can’t get the old one', async () => {
    const first = urlOf(await generate(1));
    expect(urlOf(await generate(1))).toBe(first);
    expect(urlOf(await generate(1, '?force=false'))).toBe(first);
    const second = urlOf(await generate(1, '?force=true'));
    expect(second).not.toBe(first);
    expect((await running.api.request(second)).status).toBe(200);
    expect((await running.api.request(first)).status).toBe(404);
  });

  test('undoes a new image: the one that it replaced comes back, unless it is a month old', async () => {
    await generate(1);
    const first = await imageOf(1);
    const change = changeIdOf(await generate(1, '?force=true'));
    const second = await imageOf(1);
    expect((await undo(running.api, change)).status).toBe(200);
    expect(await imageOf(1)).toBe(first);
    const later = Date.now() + 31 * 86_400_000;
    expect(await sweepImages({ ...running.api.context, clock: () => Date.now() + 3_600_000 })).toBe(
      0,
    );
    expect(await storedFiles()).toEqual(expect.arrayContaining(filesOf(second)));
    expect(await sweepImages({ ...running.api.context, clock: () => later })).toBe(3);
    expect(await storedFiles()).toEqual(filesOf(first));
    await running.restart({ clock: () => later });
    const [undone] = (await log(running.api)).changes;
    expect(await undo(running.api, undone?.change_id ?? '')).toMatchObject({ status: 409 });
    expect(await imageOf(1)).toBe(first);
  });
});

describe('an image file', () => {
  test('of an approved joke is served as WebP, cached for a year by browsers and for an hour by the CDN', async () => {
    const path = urlOf(await generate(1));
    for (const width of [320, 640, 1024]) {
      const url = path.replace('-640.', `-${width}.`);
      const response = await fetch(`${running.api.url}/api/v1${url}?t=1789000000000`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=3600');
      expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP');
    }
  });

  test(
    'that no approved joke uses is served to administrators only, and never cached',
    { tags: ['S2', 'S16'] },
    async () => {
      const path = urlOf(await generate(3));
      const ask = async (options: { bearer?: string } = {}) => {
        const { status, headers } = await running.api.request(path, options);
        return `${status} ${headers.get('cache-control')}`;
      };
      expect(await ask(admin)).toBe('200 private, no-store');
      expect(await ask()).toBe('404 private, no-store');
      expect(await ask({ bearer: 'x'.repeat(43) })).toBe('401 private, no-store');
    },
  );

  test(
    'has a name that cannot be computed from the joke or its image',
    { tags: 'S2' },
    async () => {
      const first = urlOf(await generate(1));
      await running.refill([aJoke(1)]);
      expect(urlOf(await generate(1))).not.toBe(first);
    },
  );

  test('gets 503 with Retry-After while Storage is down', async () => {
    const path = urlOf(await generate(1));
    running.storage.inject({ operation: 'objects.download', status: 503, when: 'before' });
    const answer = await running.api.request(path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('the image status', () => {
  test('shows whether a joke has an image', async () => {
    const image_url = `/api/v1${urlOf(await generate(1))}`;
    expect(await running.api.request('/images/status/1')).toMatchObject({
      status: 200,
      body: { has_image: true, image_url },
    });
    expect((await running.api.request('/images/status/3')).status).toBe(404);
    expect((await running.api.request('/images/batch-status?joke_ids=2,1,2,3')).body).toEqual({
      results: [
        { joke_id: 2, has_image: false, image_url: null },
        { joke_id: 1, has_image: true, image_url },
        { joke_id: 3, has_image: false, image_url: null },
      ],
    });
  });
});
