import { expect, test } from 'vitest';
import { sharp } from '../../scripts/sharp.ts';
import { admin } from '../support/api/changes.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useImages } from '../support/api/use-images.ts';

const running = useImages([aJoke(1), aJoke(2, { status: 'pending' })]);

/** The first joke's card. */
async function card(name = '1.png'): Promise<Buffer> {
  const response = await fetch(`${running.api.url}/api/v1/cards/${name}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  return Buffer.from(await response.arrayBuffer());
}

/** The pixels of the right part of a card, where the joke's image is. */
const rightPart = (bytes: Buffer) =>
  sharp(bytes).extract({ left: 900, top: 100, width: 250, height: 300 }).raw().toBuffer();

test('a card is a PNG of 1200 × 630 or 1080 × 1350 pixels, and not stored', async () => {
  const metadata = await sharp(await card()).metadata();
  expect(metadata).toMatchObject({ format: 'png', width: 1200, height: 630 });
  const tall = await sharp(await card('1-tall.png')).metadata();
  expect(tall).toMatchObject({ format: 'png', width: 1080, height: 1350 });
  expect(await running.storedFiles()).toEqual([]);
});

test('pending facts have no card of either shape', { tags: 'S2' }, async () => {
  for (const name of ['2.png', '2-tall.png']) {
    expect((await running.api.request(`/cards/${name}`)).status).toBe(404);
  }
});

test('a card shows the joke’s text and image as they are now', async () => {
  const before = await card();
  const joke_text = 'Chuck Norris edits himself, and nobody else may.';
  await admin(running.api, 'PUT', 'edit/1', { joke_text });
  const edited = await card();
  expect(edited.equals(before)).toBe(false);
  await running.generate(1);
  expect((await rightPart(await card())).equals(await rightPart(edited))).toBe(false);
});

test.each([
  ['is missing', (file: File) => file.delete()],
  ['can’t be decoded', (file: File) => file.save('no image', { resumable: false })],
])('a card whose image %s is not available', { tags: 'S11' }, async (_what, damage) => {
  await running.generate(1);
  await damage(await fileNamed(`images/${await running.imageOf(1)}-640.webp`));
  expect((await running.api.request('/cards/1.png')).status).toBe(503);
});

test(
  'a card whose image can’t be read is drawn for the next request',
  { tags: 'S11' },
  async () => {
    await running.generate(1);
    running.storage.inject({ operation: 'objects.download', status: 503, when: 'before' });
    const { status, headers } = await running.api.request('/cards/1.png');
    expect([status, headers.get('retry-after')]).toEqual([503, '10']);
    await card();
  },
);

type File = Awaited<ReturnType<typeof fileNamed>>;

async function fileNamed(name: string) {
  return (await running.api.context.bucket()).file(name);
}
