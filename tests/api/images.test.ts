import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createPosterGenerator } from '../../functions/src/images/poster/poster-generator.ts';
import { ADMIN_BEARER, type Answer } from '../site.ts';
import { aJoke } from './jokes.ts';
import { filesOf, usePictures } from './use-pictures.ts';

const running = usePictures([
  aJoke(1),
  aJoke(2),
  aJoke(3, { status: 'pending' }),
  aJoke(4, { status: 'rejected' }),
]);
const { generate, pictureOf, storedFiles } = running;

const admin = { bearer: ADMIN_BEARER };
const URL_PATTERN = /^\/api\/v1\/images\/files\/[0-9a-f]{32}-640\.webp$/;
const generated = z.strictObject({ success: z.literal(true), image_url: z.string() });

function urlOf(answer: Answer): string {
  return generated.parse(answer.body).image_url.replace('/api/v1', '');
}

describe('an administrator', () => {
  test('makes the picture of a joke, in three sizes', async () => {
    const answer = await generate(1);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, image_url: expect.stringMatching(URL_PATTERN) },
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await storedFiles()).toEqual(filesOf(await pictureOf(1)));
    expect((await running.api.context.db.doc('jokes/1').get()).get('image')).toMatchObject({
      width: 1024,
      height: 1024,
    });
  });

  test('gets the same picture again without force, at no cost of a generation', async () => {
    const first = await generate(1);
    await running.restart({
      imageGenerator: { generate: () => Promise.reject(new Error('asked again')) },
    });
    expect((await generate(1)).body).toEqual(first.body);
    expect((await generate(1, '?force=false')).body).toEqual(first.body);
  });

  test('gets a new one with force, and the old files go', async () => {
    const first = await generate(1);
    const second = await generate(1, '?force=true');
    expect(second.status).toBe(200);
    expect(second.body).not.toEqual(first.body);
    expect(await storedFiles()).toEqual(filesOf(await pictureOf(1)));
    expect((await running.api.request(urlOf(first))).status).toBe(404);
  });

  test('who deletes a joke deletes its picture', async () => {
    await generate(1);
    await generate(2);
    const answer = await running.api.request('/admin/delete/1', { method: 'DELETE', ...admin });
    expect(answer.status).toBe(200);
    expect(await storedFiles()).toEqual(filesOf(await pictureOf(2)));
  });

  test('makes pictures of jokes that are not approved', async () => {
    expect((await generate(3)).status).toBe(200);
    expect((await generate(4)).status).toBe(200);
  });

  test('is told when there is no such joke', async () => {
    expect(await generate(99)).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
    expect(await storedFiles()).toEqual([]);
  });

  test('leaves a note of who replaced which picture', async () => {
    await generate(1);
    const file = await pictureOf(1);
    await generate(1, '?force=true');
    const { docs } = await running.api.context.db
      .collection('audit')
      .where('action', '==', 'generate-image')
      .get();
    expect(docs.map((document) => document.data())).toContainEqual(
      expect.objectContaining({
        joke_id: 1,
        actor: { provider: 'password', username: 'test' },
        before: { image: expect.objectContaining({ file }) },
      }),
    );
  });

  test('sees the new picture in the lists at once', async () => {
    await running.api.request('/jokes');
    const { body } = await generate(1);
    const { image_url } = generated.parse(body);
    expect((await running.api.request('/jokes?sortBy=date_asc')).body).toMatchObject({
      jokes: [
        { joke_id: 1, image_url },
        { joke_id: 2, image_url: null },
      ],
    });
  });

  test('gets a poster on the emulators, a new one with force', async () => {
    await running.restart({ imageGenerator: createPosterGenerator() });
    const posters = await Promise.all(
      [await generate(1), await generate(1, '?force=true')].map(async (answer) => {
        expect(answer.status).toBe(200);
        return urlOf(answer);
      }),
    );
    expect(posters[0]).not.toBe(posters[1]);
  });
});

test('nobody else may make pictures', async () => {
  const path = '/images/generate/1';
  expect((await running.api.request(path, { method: 'POST' })).status).toBe(401);
  expect(await storedFiles()).toEqual([]);
});

describe('a picture file', () => {
  test('is served as WebP and never asked for again', async () => {
    const path = urlOf(await generate(1));
    for (const width of [320, 640, 1024]) {
      const address = path.replace('640', String(width));
      const response = await fetch(`${running.api.url}/api/v1${address}?t=1789000000000`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('etag')).toBeTruthy();
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
      expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
    }
  });

  test('that does not exist is 404 and not kept by a cache', async () => {
    const answer = await running.api.request(`/images/files/${'0'.repeat(32)}-640.webp`);
    expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  test.each(['x', `${'0'.repeat(32)}-641.webp`, '..%2F..%2Fsecret', `${'0'.repeat(32)}-640.png`])(
    'of another name is refused: %s',
    async (name) => {
      expect((await running.api.request(`/images/files/${name}`)).status).toBe(422);
      expect(running.storage.records()).toEqual([]);
    },
  );

  test(
    'has a name that cannot be computed from the joke or its picture',
    { tags: 'S2' },
    async () => {
      const first = urlOf(await generate(1));
      await running.refill([aJoke(1)]);
      expect(urlOf(await generate(1))).not.toBe(first);
    },
  );

  test('is 503 with a retry hint while the storage is down', async () => {
    const path = urlOf(await generate(1));
    running.storage.inject({ operation: 'objects.download', status: 503, when: 'before' });
    const answer = await running.api.request(path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('the status', () => {
  test('tells whether a joke has a picture', async () => {
    const { body } = await generate(1);
    const { image_url } = generated.parse(body);
    expect(await running.api.request('/images/status/1')).toMatchObject({
      status: 200,
      body: { has_image: true, image_url },
    });
    expect((await running.api.request('/images/status/2')).body).toEqual({
      has_image: false,
      image_url: null,
    });
    expect((await running.api.request('/images/batch-status?joke_ids=2,1,2')).body).toEqual({
      results: [
        { joke_id: 2, has_image: false, image_url: null },
        { joke_id: 1, has_image: true, image_url },
      ],
    });
  });

  test(
    'of a joke that is not approved is the same as that of none, but for an administrator',
    { tags: 'S2' },
    async () => {
      await Promise.all([generate(3), generate(4)]);
      for (const id of [3, 4, 99]) {
        expect((await running.api.request(`/images/status/${id}`)).status).toBe(404);
      }
      expect((await running.api.request('/images/batch-status?joke_ids=3,4,99')).body).toEqual({
        results: [3, 4, 99].map((joke_id) => ({ joke_id, has_image: false, image_url: null })),
      });
      expect((await running.api.request('/images/status/3', admin)).body).toMatchObject({
        has_image: true,
      });
      expect((await running.api.request('/images/batch-status?joke_ids=3,99', admin)).body).toEqual(
        {
          results: [
            { joke_id: 3, has_image: true, image_url: expect.stringMatching(URL_PATTERN) },
            { joke_id: 99, has_image: false, image_url: null },
          ],
        },
      );
    },
  );

  test('costs a visitor one read per joke at first and none after', async () => {
    const reads = async (path: string) => {
      running.site.firestore.resetRecords();
      await running.api.request(path);
      return running.site.firestore.totals().reads;
    };
    await running.api.request('/jokes');
    await running.restart();
    expect(await reads('/images/batch-status?joke_ids=1,2,3,99')).toBe(3);
    expect(await reads('/images/batch-status?joke_ids=1,2,3,99')).toBe(0);
    expect(await reads('/images/status/1')).toBe(0);
  });

  test.each(['', 'joke_ids=', 'joke_ids=0', 'joke_ids=1,', 'joke_ids=a', 'joke_ids=1;2'])(
    'of malformed ids is refused: %j',
    async (query) => {
      const { status } = await running.api.request(`/images/batch-status?${query}`);
      expect(status).toBe(422);
    },
  );
});
