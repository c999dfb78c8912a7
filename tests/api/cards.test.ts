import { describe, expect, test } from 'vitest';
import { sharp } from '../../scripts/sharp.ts';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useImages } from '../support/api/use-images.ts';

const running = useImages([
  aJoke(1),
  aJoke(2),
  aJoke(3, { status: 'pending' }),
  aJoke(4, { status: 'rejected' }),
]);

const admin = { bearer: ADMIN_BEARER };

interface Card {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

async function card(id: number | string): Promise<Card> {
  const response = await fetch(`${running.api.url}/api/v1/cards/${id}.png`);
  const { status, headers } = response;
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The pixels of the right part of a card, where the joke's image is. */
const rightPart = ({ bytes }: Card) =>
  sharp(bytes).extract({ left: 900, top: 100, width: 250, height: 300 }).raw().toBuffer();

describe('a card', () => {
  test('of an approved joke is a PNG of 1200 × 630 pixels and at most 200 KB, and not stored', async () => {
    const { status, headers, bytes } = await card(1);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    });
    expect(bytes.length).toBeLessThanOrEqual(200_000);
    expect(await running.storedFiles()).toEqual([]);
  });

  test('of a joke that does not exist or is not approved gets 404', { tags: 'S2' }, async () => {
    for (const id of [3, 4, 99]) {
      const { status, headers } = await card(id);
      expect(status).toBe(404);
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
    expect((await card('x')).status).toBe(422);
  });

  test('shows the joke’s text and image as they are now', async () => {
    const before = await card(1);
    const joke_text = 'Chuck Norris edits himself, and nobody else may.';
    const edit = { method: 'PUT', body: { joke_text }, ...admin };
    await running.api.request('/admin/edit/1', edit);
    const edited = await card(1);
    expect(edited.bytes.equals(before.bytes)).toBe(false);
    await running.generate(1);
    expect((await rightPart(await card(1))).equals(await rightPart(edited))).toBe(false);
  });

  test('is not sent after the joke was rejected or deleted', { tags: 'S2' }, async () => {
    await Promise.all([card(1), card(2)]);
    await running.api.request('/admin/reject/1', { method: 'POST', ...admin });
    await running.api.request('/admin/delete/2', { method: 'DELETE', ...admin });
    expect((await card(1)).status).toBe(404);
    expect((await card(2)).status).toBe(404);
  });

  test('costs three reads on a cold instance and none on a warm one', async () => {
    await card(1);
    await running.restart();
    running.site.firestore.resetRecords();
    await card(2);
    expect(running.site.firestore.totals().reads).toBe(3);
    running.site.firestore.resetRecords();
    await card(2);
    expect(running.site.firestore.totals().reads).toBe(0);
  });
});

describe('without the joke’s image', { tags: 'S11' }, () => {
  test('is the card while Storage fails, but no longer', async () => {
    const plain = await card(1);
    await running.generate(1);
    running.storage.inject({ operation: 'objects.download', status: 503, when: 'before' });
    const { status, bytes } = await card(1);
    expect(status).toBe(200);
    expect(bytes.equals(plain.bytes)).toBe(true);
    expect(bytes.equals((await card(1)).bytes)).toBe(false);
  });

  test.each([
    ['is missing', deleteFile],
    ['can’t be decoded', overwriteFile],
  ])('is the card if the image %s', async (_what, damage) => {
    const plain = await card(1);
    await running.generate(1);
    await damage(`images/${await running.imageOf(1)}-640.webp`);
    expect((await card(1)).bytes.equals(plain.bytes)).toBe(true);
  });
});

async function deleteFile(name: string): Promise<void> {
  await (await running.api.context.bucket()).file(name).delete();
}

async function overwriteFile(name: string): Promise<void> {
  const bucket = await running.api.context.bucket();
  await bucket.file(name).save('not an image', { resumable: false });
}
