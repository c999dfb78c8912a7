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
const SIGNED =
  /^\/api\/v1\/images\/files\/[0-9a-f]{32}-640\.webp\?expires=\d{10}&signature=[\w-]{43}$/;
const generated = z.strictObject({
  success: z.literal(true),
  image_url: z.string(),
  change_id: z.nullable(z.string()),
});

/** The file's URL below the API, with an administrator's signature. */
function signedUrlOf(answer: Answer): string {
  return generated.parse(answer.body).image_url.replace('/api/v1', '');
}

/** The file's public URL below the API. */
function urlOf(answer: Answer): string {
  return signedUrlOf(answer).replace(/\?.*/, '');
}

describe('an administrator', () => {
  test('generates the image of a joke in three sizes', async () => {
    const answer = await generate(1);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        image_url: expect.stringMatching(SIGNED),
        change_id: expect.any(String),
      },
    });
    expect(await storedFiles()).toEqual(filesOf(await imageOf(1)));
    expect((await running.api.context.db.doc('jokes/1').get()).get('image')).toMatchObject({});
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

  describe('that no approved joke uses', { tags: ['S2', 'S16'] }, () => {
    const ask = async (url: string) => {
      const { status, headers } = await running.api.request(url);
      return `${status} ${headers.get('cache-control')}`;
    };
    const granted = '200 private, no-store';
    const refused = '404 private, no-store';

    test('is served at its signed URL for 15 minutes', async () => {
      let now = Date.now();
      await running.restart({ clock: () => now });
      const url = signedUrlOf(await generate(3));
      expect(await ask(url)).toEqual(granted);
      expect(await ask(urlOf(await generate(3)))).toEqual(refused);
      now += 15 * 60_000 - 1_000;
      expect(await ask(url)).toEqual(granted);
      now += 1_000;
      expect(await ask(url)).toEqual(refused);
    });

    test('is refused with a signature for another image, time or purpose', async () => {
      const [pending, rejected] = [signedUrlOf(await generate(3)), signedUrlOf(await generate(4))];
      const [, query = ''] = pending.split('?');
      const later = query.replace(/\d{10}/, (expires) => String(Number(expires) + 1));
      const vote = await running.api.request('/ratings', {
        method: 'POST',
        body: { joke_id: 1, rating_num: 5 },
      });
      const voter = /\.([\w-]{43})/.exec(vote.headers.get('set-cookie') ?? '')?.[1];
      for (const forged of [
        later,
        query.replace(/&signature=.*/, ''),
        query.replace(/expires=\d+/, 'expires=Infinity'),
        query.replace(/signature=.*/, `signature=${voter}`),
      ]) {
        expect(await ask(`${pending.replace(/\?.*/, '')}?${forged}`)).toEqual(refused);
      }
      expect(await ask(`${rejected.replace(/\?.*/, '')}?${query}`)).toEqual(refused);
    });
  });

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

  test('has signed image URLs for administrators only, like every other response', async () => {
    await generate(1);
    await generate(3);
    const edit = { method: 'PUT', body: { joke_text: 'Chuck Norris edits himself.' }, ...admin };
    const signed = await Promise.all([
      running.api.request('/jokes?status=all', admin),
      running.api.request('/images/status/1', admin),
      running.api.request('/images/batch-status?joke_ids=1,3', admin),
      running.api.request('/admin/edit/3', edit),
      generate(1),
    ]);
    const urlsIn = ({ body }: Answer) =>
      JSON.stringify(body).match(/\/api\/v1\/images\/[^"]*/g) ?? [];
    expect(signed.map((answer) => urlsIn(answer).length)).toEqual([2, 1, 2, 1, 1]);
    for (const url of signed.flatMap(urlsIn)) expect(url).toMatch(SIGNED);

    const paths = ['/jokes', '/jokes/1', '/jokes/top', '/jokes/newest', '/images/status/1'];
    for (const path of [...paths, '/images/batch-status?joke_ids=1,3']) {
      const urls = urlsIn(await running.api.request(path));
      expect(urls).toHaveLength(1);
      expect(urls[0]).toMatch(/\.webp$/);
    }
  });
});
