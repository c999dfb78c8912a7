import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { useBucket, type ListOptions } from '../testing/use-bucket.ts';

const running = useBucket();

describe('settings', () => {
  test('are changed one by one, and null removes', async () => {
    const file = running.bucket.file('a');
    await file.save('x', {
      resumable: false,
      contentType: 'text/plain',
      metadata: { cacheControl: 'no-store', metadata: { keep: '1', drop: '2' } },
    });
    await file.setMetadata({ cacheControl: 'public', metadata: { drop: null, add: '3' } });
    const [metadata] = await file.getMetadata();
    expect(metadata).toMatchObject({
      contentType: 'text/plain',
      cacheControl: 'public',
      metadata: { keep: '1', add: '3' },
      metageneration: '2',
    });
    expect(metadata.metadata).not.toHaveProperty('drop');
  });

  test('may have 8 KiB of metadata, keys included, and no more', async () => {
    const file = running.bucket.file('a');
    const metadata = { a: 'x'.repeat(8191) };
    await file.save('x', { resumable: false, metadata: { metadata } });
    const [{ metageneration }] = await file.getMetadata();
    await expect(file.setMetadata({ metadata: { b: '' } })).rejects.toMatchObject({ code: 400 });
    const large = { metadata: { metadata: { ab: metadata.a } } };
    for (const resumable of [false, true]) {
      const saving = running.bucket.file('b').save('x', { resumable, ...large });
      await expect(saving).rejects.toMatchObject({ code: 400 });
    }
    expect((await file.getMetadata())[0]).toMatchObject({ metadata, metageneration });
    expect(await running.namesOf()).toEqual(['a']);
  });

  test('come with the download', async () => {
    const file = running.bucket.file('a');
    await file.save('x', { resumable: false, contentType: 'image/webp' });
    const stream = file.createReadStream();
    const [response] = await Promise.all([once(stream, 'response'), buffer(stream)]);
    expect(response[0].headers).toMatchObject({ 'content-type': 'image/webp' });
  });
});

describe('listing', () => {
  const names = ['a/1', 'a/2', 'a/b/3', 'B', 'é', '😀', '\uFFFD'];

  beforeEach(async () => {
    for (const name of names) await running.bucket.file(name).save('x', { resumable: false });
  });

  test('is in the order of UTF-8, and pages follow each other without gaps or repetition', async () => {
    const sorted = ['B', 'a/1', 'a/2', 'a/b/3', 'é', '\uFFFD', '😀'];
    expect(await running.namesOf()).toEqual(sorted);
    running.emulator.resetRecords();
    const paged: string[] = [];
    let next: ListOptions | null = { maxResults: 3, autoPaginate: false };
    while (next !== null) {
      const [files, following]: [{ name: string }[], ListOptions | null, unknown] =
        await running.bucket.getFiles(next);
      paged.push(...files.map(({ name }) => name));
      next = following;
    }
    expect(paged).toEqual(sorted);
    expect(running.emulator.records()).toHaveLength(3);
  });

  test('a prefix selects and a delimiter groups', async () => {
    expect(await running.namesOf({ prefix: 'a/' })).toEqual(['a/1', 'a/2', 'a/b/3']);
    const query = { prefix: 'a/', delimiter: '/', autoPaginate: false };
    const [files, , answer] = await running.bucket.getFiles(query);
    expect(files.map(({ name }) => name)).toEqual(['a/1', 'a/2']);
    expect(answer).toMatchObject({ prefixes: ['a/b/'] });
  });
});

describe('copying, moving, deleting', () => {
  test('a copy has the content and the settings, and is independent', async () => {
    const file = running.bucket.file('from');
    await file.save('x', { resumable: false, metadata: { metadata: { a: '1' } } });
    await file.copy(running.bucket.file('dir/to'));
    await file.delete();
    expect(String((await running.bucket.file('dir/to').download())[0])).toBe('x');
    expect((await running.bucket.file('dir/to').getMetadata())[0].metadata).toEqual({ a: '1' });
  });

  test('a copy with settings has those and none of the source', async () => {
    const file = running.bucket.file('from');
    const metadata = { cacheControl: 'no-store', metadata: { a: '1', b: '2' } };
    await file.save('x', { resumable: false, metadata });
    await file.copy('to', { contentType: 'text/plain', metadata: { b: '3' } });
    const [copied] = await running.bucket.file('to').getMetadata();
    expect(copied).toMatchObject({ contentType: 'text/plain', metadata: { b: '3' } });
    expect(copied.metadata).toEqual({ b: '3' });
    expect(copied).not.toHaveProperty('cacheControl');
  });

  test('a move leaves nothing behind', async () => {
    await running.bucket.file('from').save('x', { resumable: false });
    await running.bucket.file('from').move('to');
    expect(await running.namesOf()).toEqual(['to']);
  });

  test('deleting twice is 404, unless the client ignores it', async () => {
    const file = running.bucket.file('a');
    await file.save('x', { resumable: false });
    await file.delete();
    await expect(file.delete()).rejects.toMatchObject({ code: 404 });
    await file.delete({ ignoreNotFound: true });
  });
});

describe('names', () => {
  test.each(['../x', '/etc/passwd', 'a//b', '%2F', 'a%2Fb', 'ü/😀 +&?#=', '.json', 'a\\b'])(
    'the object %j is itself and no other',
    async (name) => {
      const file = running.bucket.file(name);
      await file.save(name, { resumable: false });
      await running.bucket.file('other').save('other', { resumable: true });
      expect(String((await file.download())[0])).toBe(name);
      expect(await running.namesOf({ prefix: name })).toEqual([name]);
      await file.delete();
      expect(await running.namesOf()).toEqual(['other']);
    },
  );

  test.each(['.', '..', 'a\nb', 'x'.repeat(1025)])('%j is not a valid name', async (name) => {
    const saving = running.bucket.file(name).save('x', { resumable: false });
    await expect(saving).rejects.toMatchObject({ code: 400 });
  });
});
