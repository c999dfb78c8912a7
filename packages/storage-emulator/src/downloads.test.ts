import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { getDownloadURL } from 'firebase-admin/storage';
import { describe, expect, test } from 'vitest';
import { useBucket } from '../testing/use-bucket.ts';

const running = useBucket();

describe('the download URL of the Admin SDK', () => {
  test('serves the object to everyone, also to browsers, and stays the same', async () => {
    const file = running.bucket.file('images/ü 1.webp');
    await file.save('0123456789', { resumable: false, contentType: 'image/webp' });
    const url = await getDownloadURL(file);
    const asBrowser = { origin: 'https://example.com', 'sec-fetch-site': 'cross-site' };
    const response = await fetch(url, { headers: asBrowser });
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(await response.text()).toBe('0123456789');
    const part = await fetch(url, { headers: { range: 'bytes=2-4' } });
    expect(await part.text()).toBe('234');
    expect(await getDownloadURL(file)).toBe(url);
  });

  test('contains a token that was set, and needs it', async () => {
    const file = running.bucket.file('a');
    const metadata = { firebaseStorageDownloadTokens: 'first,second' };
    await file.save('x', { resumable: false, metadata: { metadata } });
    const url = await getDownloadURL(file);
    expect(new URL(url).searchParams.get('token')).toBe('first');
    const statusWith = async (token: string) => (await fetch(url.replace('first', token))).status;
    expect(await Promise.all(['second', 'third', ''].map(statusWith))).toEqual([200, 403, 403]);
    await file.setMetadata({ metadata: { firebaseStorageDownloadTokens: null } });
    expect(await Promise.all(['first', ''].map(statusWith))).toEqual([403, 403]);
  });
});

describe('reading', () => {
  test('a range is read by its first and last byte', async () => {
    const file = running.bucket.file('digits');
    await file.save('0123456789', { resumable: false });
    expect(String(await buffer(file.createReadStream({ start: 2, end: 4 })))).toBe('234');
    expect(String(await buffer(file.createReadStream({ start: 7 })))).toBe('789');
    expect(String(await buffer(file.createReadStream({ end: -3 })))).toBe('789');
    expect(String(await buffer(file.createReadStream({ start: 8, end: 99 })))).toBe('89');
  });

  test('a range that exceeds the end is cut at the end', async () => {
    const file = running.bucket.file('digits');
    await file.save('0123456789', { resumable: false });
    const stream = file.createReadStream({ start: 8, end: 99 });
    const [response] = await Promise.all([once(stream, 'response'), buffer(stream)]);
    expect(response[0].headers).toMatchObject({ 'content-range': 'bytes 8-9/10' });
  });

  test('a range beyond the end is answered with 416', async () => {
    const file = running.bucket.file('digits');
    await file.save('0123456789', { resumable: false });
    const reading = buffer(file.createReadStream({ start: 10 }));
    await expect(reading).rejects.toMatchObject({ code: 416 });
  });

  test('a missing object gets 404 for every call', async () => {
    const file = running.bucket.file('missing');
    expect(await file.exists()).toEqual([false]);
    await expect(file.download()).rejects.toMatchObject({ code: 404 });
    await expect(file.getMetadata()).rejects.toMatchObject({ code: 404 });
    await expect(file.setMetadata({ cacheControl: 'x' })).rejects.toMatchObject({ code: 404 });
    await expect(file.delete()).rejects.toMatchObject({ code: 404 });
    await expect(file.copy('elsewhere')).rejects.toMatchObject({ code: 404 });
  });

  test('only the declared bucket exists', async () => {
    expect(await running.bucket.exists()).toEqual([true]);
    const other = running.bucket.storage.bucket('another');
    expect(await other.exists()).toEqual([false]);
    await expect(other.file('a').save('x', { resumable: false })).rejects.toMatchObject({
      code: 404,
    });
  });
});
