import { describe, expect, test } from 'vitest';
import { sweepCards } from '../../functions/src/operations/image-sweep.service.ts';
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
const A_CARD = /^cards\/\d+\/[0-9a-f]{32}\.png$/;

interface Card {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

async function card(id: number | string, init: RequestInit = {}, api = running.api): Promise<Card> {
  const response = await fetch(`${api.url}/api/v1/cards/${id}.png`, init);
  const { status, headers } = response;
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const edit = (id: number, joke_text = 'Chuck Norris edits himself, and nobody else may.') =>
  running.api.request(`/admin/edit/${id}`, { method: 'PUT', body: { joke_text }, ...admin });

const storedCards = async () =>
  (await running.storedFiles()).filter((name) => name.startsWith('cards/'));

const drawn = () =>
  running.storage.records().filter((call) => call.operation === 'objects.insert').length;

/** The pixels of the right part of a card, where the joke's image is. */
const rightPart = ({ bytes }: Card) =>
  sharp(bytes).extract({ left: 900, top: 100, width: 250, height: 300 }).raw().toBuffer();

describe('a card', () => {
  test('of an approved joke is a PNG of 1200 × 630 pixels and at most 200 KB', async () => {
    const { status, headers, bytes } = await card(1);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    });
    expect(bytes.length).toBeLessThanOrEqual(200_000);
  });

  test('of a joke that does not exist or is not approved gets 404', { tags: 'S2' }, async () => {
    for (const id of [3, 4, 99]) {
      const { status, headers } = await card(id);
      expect(status).toBe(404);
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
    expect((await card('x')).status).toBe(422);
    expect(await storedCards()).toEqual([]);
  });

  test('shows the joke’s image', async () => {
    const without = await card(1);
    await running.generate(1);
    expect((await rightPart(await card(1))).equals(await rightPart(without))).toBe(false);
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

describe('the stored card', () => {
  test('is sent by every instance instead of drawing it again', async () => {
    const [first, second] = await Promise.all([card(1), card(1)]);
    const other = await running.startAnother();
    const third = await card(1, {}, other);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(third.bytes.equals(first.bytes)).toBe(true);
    expect(drawn()).toBe(1);
    expect(await storedCards()).toEqual([expect.stringMatching(A_CARD)]);
  });

  test('is replaced when the text or the image changes', async () => {
    const before = await card(1);
    const [name] = await storedCards();
    await edit(1);
    const edited = await card(1);
    expect(edited.bytes.equals(before.bytes)).toBe(false);
    await running.generate(1);
    const illustrated = await card(1);
    expect(illustrated.bytes.equals(edited.bytes)).toBe(false);
    const stored = await storedCards();
    expect(stored).toHaveLength(1);
    expect(stored).not.toContain(name);
  });

  test(
    'is not sent after the joke was rejected, and is deleted with it',
    { tags: 'S2' },
    async () => {
      await Promise.all([card(1), card(2)]);
      await running.api.request('/admin/reject/1', { method: 'POST', ...admin });
      await running.api.request('/admin/delete/2', { method: 'DELETE', ...admin });
      expect((await card(1)).status).toBe(404);
      expect((await card(2)).status).toBe(404);
      expect(await storedCards()).toEqual([expect.stringMatching(/^cards\/1\//)]);
      expect(await sweepCards(running.api.context)).toBe(1);
      expect(await storedCards()).toEqual([]);
    },
  );

  test('that is left of a deleted joke is deleted by the sweep', { tags: 'S12' }, async () => {
    await Promise.all([card(1), card(2)]);
    running.storage.inject({ operation: 'objects.list', status: 503, when: 'before' });
    const answer = await running.api.request('/admin/delete/1', { method: 'DELETE', ...admin });
    expect(answer.status).toBe(200);
    expect(await sweepCards(running.api.context, true)).toBe(1);
    expect(await storedCards()).toHaveLength(2);
    expect(await sweepCards(running.api.context)).toBe(1);
    expect(await storedCards()).toEqual([expect.stringMatching(/^cards\/2\//)]);
  });
});

describe('when Storage fails', { tags: 'S11' }, () => {
  test('to read, the card is drawn without the image, and nothing is stored', async () => {
    const plain = await card(1);
    await running.generate(1);
    running.storage.inject({ operation: 'objects.download', status: 503, when: 'before' });
    const { status, bytes } = await card(1);
    expect(status).toBe(200);
    expect(bytes.equals(plain.bytes)).toBe(true);
    expect(bytes.equals((await card(1)).bytes)).toBe(false);
  });

  test.each(['objects.insert', 'objects.list', 'objects.delete'] as const)(
    'at %s, the card is sent, and stored by a later request',
    async (operation) => {
      await card(1);
      await edit(1);
      running.storage.inject({ operation, status: 503, when: 'before' });
      const { status, bytes } = await card(1);
      expect(status).toBe(200);
      expect((await card(1)).bytes.equals(bytes)).toBe(true);
      expect(drawn()).toBe(operation === 'objects.insert' ? 3 : 2);
      await edit(1, 'Chuck Norris edits himself again, and only then it is final.');
      await card(1);
      expect(await storedCards()).toHaveLength(1);
    },
  );

  test.each([
    ['is missing', deleteFile],
    ['can’t be decoded', overwriteFile],
  ])('and the image %s, the card is drawn without it and not stored', async (_what, damage) => {
    const plain = await card(1);
    await running.generate(1);
    await damage(`images/${await running.imageOf(1)}-640.webp`);
    const stored = await storedCards();
    expect((await card(1)).bytes.equals(plain.bytes)).toBe(true);
    expect(await storedCards()).toEqual(stored);
  });
});

async function deleteFile(name: string): Promise<void> {
  await (await running.api.context.bucket()).file(name).delete();
}

async function overwriteFile(name: string): Promise<void> {
  const bucket = await running.api.context.bucket();
  await bucket.file(name).save('not an image', { resumable: false });
}
