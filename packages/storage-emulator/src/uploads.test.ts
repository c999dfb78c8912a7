import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { useBucket } from '../testing/use-bucket.ts';

const running = useBucket();

describe('saving', () => {
  test.each([false, true])('what is saved with resumable: %s is read back', async (resumable) => {
    const content = randomBytes(700_001);
    const file = running.bucket.file('images/a.webp');
    await file.save(content, { resumable, contentType: 'image/webp' });
    const [read] = await file.download();
    expect(read.equals(content)).toBe(true);
    const [metadata] = await file.getMetadata();
    expect(metadata).toMatchObject({
      name: 'images/a.webp',
      size: '700001',
      contentType: 'image/webp',
      md5Hash: createHash('md5').update(content).digest('base64'),
    });
  });

  test('the checksum crc32c is the one of RFC 3720', async () => {
    const file = running.bucket.file('zeros');
    await file.save(Buffer.alloc(32), { resumable: false });
    const [{ crc32c }] = await file.getMetadata();
    expect(Buffer.from(String(crc32c), 'base64').toString('hex')).toBe('8a9136aa');
  });

  test('an upload in chunks arrives whole', async () => {
    const content = randomBytes(262_144 * 2 + 5);
    const file = running.bucket.file('chunked');
    await file.save(content, { resumable: true, chunkSize: 262_144 });
    const [read] = await file.download();
    expect(read.equals(content)).toBe(true);
    const pieces = running.emulator
      .records()
      .filter((call) => call.operation === 'uploads.continue');
    expect(pieces.map(({ status }) => status)).toEqual([308, 308, 200]);
  });

  test('an empty object is an object', async () => {
    await running.bucket.file('empty').save('', { resumable: false });
    expect((await running.bucket.file('empty').download())[0]).toHaveLength(0);
    expect(await running.bucket.file('empty').exists()).toEqual([true]);
  });

  test('content is streamed in and out', async () => {
    const file = running.bucket.file('stream');
    const content = randomBytes(300_000);
    const upload = file.createWriteStream({ resumable: false });
    upload.end(content);
    await once(upload, 'finish');
    expect((await buffer(file.createReadStream())).equals(content)).toBe(true);
  });

  test('saving again replaces content and settings and counts a new generation', async () => {
    const file = running.bucket.file('twice');
    await file.save('one', { resumable: false, metadata: { metadata: { a: '1' } } });
    const [first] = await file.getMetadata();
    await file.save('two', { resumable: false });
    const [second] = await file.getMetadata();
    expect(String((await file.download())[0])).toBe('two');
    expect(second.metadata).toBeUndefined();
    expect(Number(second.generation)).toBeGreaterThan(Number(first.generation));
  });
});
