import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startStorageEmulator, type StorageEmulator } from './index.ts';
import { closeApps, openBucket, type Bucket } from './open-bucket.ts';

let emulator: StorageEmulator;
let bucket: Bucket;

beforeEach(async () => {
  emulator = await startStorageEmulator();
  ({ bucket } = openBucket(emulator.host));
});

afterEach(async () => {
  await closeApps();
  await emulator.stop();
});

interface ListOptions {
  prefix?: string;
  delimiter?: string;
  maxResults?: number;
  pageToken?: string;
  autoPaginate?: boolean;
}

async function namesOf(query: ListOptions = {}): Promise<string[]> {
  const [files] = await bucket.getFiles(query);
  return files.map(({ name }) => name);
}

/** A request as no SDK would send it. */
async function raw(method: string, path: string, headers: Record<string, string> = {}) {
  const [hostname, port] = emulator.host.split(':');
  const request = openRequest({ hostname, port, method, path, headers });
  request.end();
  const [response] = await once(request, 'response');
  const body: unknown = JSON.parse(String(await buffer(response)) || 'null');
  return { status: response.statusCode, body };
}

describe('saving and reading', () => {
  test.each([false, true])('what is saved with resumable: %s is read back', async (resumable) => {
    const content = randomBytes(700_001);
    const file = bucket.file('images/a.webp');
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
    const file = bucket.file('zeros');
    await file.save(Buffer.alloc(32), { resumable: false });
    const [{ crc32c }] = await file.getMetadata();
    expect(Buffer.from(String(crc32c), 'base64').toString('hex')).toBe('8a9136aa');
  });

  test('an upload in chunks arrives whole', async () => {
    const content = randomBytes(262_144 * 2 + 5);
    const file = bucket.file('chunked');
    await file.save(content, { resumable: true, chunkSize: 262_144 });
    const [read] = await file.download();
    expect(read.equals(content)).toBe(true);
    const pieces = emulator.records().filter((call) => call.operation === 'uploads.continue');
    expect(pieces.map(({ status }) => status)).toEqual([308, 308, 200]);
  });

  test('an empty object is an object', async () => {
    await bucket.file('empty').save('', { resumable: false });
    expect((await bucket.file('empty').download())[0]).toHaveLength(0);
    expect(await bucket.file('empty').exists()).toEqual([true]);
  });

  test('content is streamed in and out', async () => {
    const file = bucket.file('stream');
    const content = randomBytes(300_000);
    const upload = file.createWriteStream({ resumable: false });
    upload.end(content);
    await once(upload, 'finish');
    expect((await buffer(file.createReadStream())).equals(content)).toBe(true);
  });

  test('a range is read by its first and last byte', async () => {
    const file = bucket.file('digits');
    await file.save('0123456789', { resumable: false });
    expect(String(await buffer(file.createReadStream({ start: 2, end: 4 })))).toBe('234');
    expect(String(await buffer(file.createReadStream({ start: 7 })))).toBe('789');
    expect(String(await buffer(file.createReadStream({ end: -3 })))).toBe('789');
    expect(String(await buffer(file.createReadStream({ start: 8, end: 99 })))).toBe('89');
  });

  test('a range that reaches over the end says where it ended', async () => {
    const file = bucket.file('digits');
    await file.save('0123456789', { resumable: false });
    const stream = file.createReadStream({ start: 8, end: 99 });
    const [response] = await Promise.all([once(stream, 'response'), buffer(stream)]);
    expect(response[0].headers).toMatchObject({ 'content-range': 'bytes 8-9/10' });
  });

  test('a range beyond the end is answered with 416', async () => {
    const file = bucket.file('digits');
    await file.save('0123456789', { resumable: false });
    const reading = buffer(file.createReadStream({ start: 10 }));
    await expect(reading).rejects.toMatchObject({ code: 416 });
  });

  test('saving again replaces content and settings and counts a new generation', async () => {
    const file = bucket.file('twice');
    await file.save('one', { resumable: false, metadata: { metadata: { a: '1' } } });
    const [first] = await file.getMetadata();
    await file.save('two', { resumable: false });
    const [second] = await file.getMetadata();
    expect(String((await file.download())[0])).toBe('two');
    expect(second.metadata).toBeUndefined();
    expect(Number(second.generation)).toBeGreaterThan(Number(first.generation));
  });

  test('what is not there is 404 for every call', async () => {
    const file = bucket.file('missing');
    expect(await file.exists()).toEqual([false]);
    await expect(file.download()).rejects.toMatchObject({ code: 404 });
    await expect(file.getMetadata()).rejects.toMatchObject({ code: 404 });
    await expect(file.setMetadata({ cacheControl: 'x' })).rejects.toMatchObject({ code: 404 });
    await expect(file.delete()).rejects.toMatchObject({ code: 404 });
    await expect(file.copy('elsewhere')).rejects.toMatchObject({ code: 404 });
  });

  test('only the declared bucket exists', async () => {
    expect(await bucket.exists()).toEqual([true]);
    const other = bucket.storage.bucket('another');
    expect(await other.exists()).toEqual([false]);
    await expect(other.file('a').save('x', { resumable: false })).rejects.toMatchObject({
      code: 404,
    });
  });
});

describe('settings', () => {
  test('are changed one by one, and null removes', async () => {
    const file = bucket.file('a');
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

  test('come with the download', async () => {
    const file = bucket.file('a');
    await file.save('x', { resumable: false, contentType: 'image/webp' });
    const stream = file.createReadStream();
    const [response] = await Promise.all([once(stream, 'response'), buffer(stream)]);
    expect(response[0].headers).toMatchObject({ 'content-type': 'image/webp' });
  });
});

describe('listing', () => {
  const names = ['a/1', 'a/2', 'a/b/3', 'B', 'é', '😀', '\uFFFD'];

  beforeEach(async () => {
    for (const name of names) await bucket.file(name).save('x', { resumable: false });
  });

  test('is in the order of UTF-8 and pages meet without gap or repeat', async () => {
    const sorted = ['B', 'a/1', 'a/2', 'a/b/3', 'é', '\uFFFD', '😀'];
    expect(await namesOf()).toEqual(sorted);
    emulator.resetRecords();
    const paged: string[] = [];
    let next: ListOptions | null = { maxResults: 3, autoPaginate: false };
    while (next !== null) {
      const [files, following]: [{ name: string }[], ListOptions | null, unknown] =
        await bucket.getFiles(next);
      paged.push(...files.map(({ name }) => name));
      next = following;
    }
    expect(paged).toEqual(sorted);
    expect(emulator.records()).toHaveLength(3);
  });

  test('a prefix selects and a delimiter folds', async () => {
    expect(await namesOf({ prefix: 'a/' })).toEqual(['a/1', 'a/2', 'a/b/3']);
    const query = { prefix: 'a/', delimiter: '/', autoPaginate: false };
    const [files, , answer] = await bucket.getFiles(query);
    expect(files.map(({ name }) => name)).toEqual(['a/1', 'a/2']);
    expect(answer).toMatchObject({ prefixes: ['a/b/'] });
  });
});

describe('copying, moving, deleting', () => {
  test('a copy has the content and the settings, and a life of its own', async () => {
    const file = bucket.file('from');
    await file.save('x', { resumable: false, metadata: { metadata: { a: '1' } } });
    await file.copy(bucket.file('dir/to'));
    await file.delete();
    expect(String((await bucket.file('dir/to').download())[0])).toBe('x');
    expect((await bucket.file('dir/to').getMetadata())[0].metadata).toEqual({ a: '1' });
  });

  test('a move leaves nothing behind', async () => {
    await bucket.file('from').save('x', { resumable: false });
    await bucket.file('from').move('to');
    expect(await namesOf()).toEqual(['to']);
  });

  test('deleting twice is 404, unless that is to be ignored', async () => {
    const file = bucket.file('a');
    await file.save('x', { resumable: false });
    await file.delete();
    await expect(file.delete()).rejects.toMatchObject({ code: 404 });
    await file.delete({ ignoreNotFound: true });
  });
});

describe('preconditions', () => {
  test.each([false, true])(
    'of ten writers that want a new object exactly one succeeds (resumable: %s)',
    async (resumable) => {
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) =>
          bucket.file('new').save(String(index), {
            resumable,
            preconditionOpts: { ifGenerationMatch: 0 },
          }),
        ),
      );
      const winners = results.flatMap(({ status }, index) => (status === 'fulfilled' ? index : []));
      expect(winners).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 412 });
      }
      expect(String((await bucket.file('new').download())[0])).toBe(String(winners[0]));
    },
  );

  test('a generation that has passed stops write, change and deletion', async () => {
    const file = bucket.file('a');
    await file.save('1', { resumable: false });
    const generation = Number((await file.getMetadata())[0].generation);
    await file.save('2', { resumable: false });
    const late = { ifGenerationMatch: generation };
    const refused = { code: 412 };
    await expect(
      file.save('3', { resumable: false, preconditionOpts: late }),
    ).rejects.toMatchObject(refused);
    await expect(file.setMetadata({ cacheControl: 'x' }, late)).rejects.toMatchObject(refused);
    await expect(file.delete(late)).rejects.toMatchObject(refused);
    expect(String((await file.download())[0])).toBe('2');
  });

  test('a metageneration that has passed stops a change', async () => {
    const file = bucket.file('a');
    await file.save('1', { resumable: false });
    await file.setMetadata({ cacheControl: 'x' }, { ifMetagenerationMatch: 1 });
    const late = file.setMetadata({ cacheControl: 'y' }, { ifMetagenerationMatch: 1 });
    await expect(late).rejects.toMatchObject({ code: 412 });
  });
});

describe('names', () => {
  test.each(['../x', '/etc/passwd', 'a//b', '%2F', 'a%2Fb', 'ü/😀 +&?#=', '.json', 'a\\b'])(
    'the object %j is itself and no other',
    async (name) => {
      const file = bucket.file(name);
      await file.save(name, { resumable: false });
      await bucket.file('other').save('other', { resumable: true });
      expect(String((await file.download())[0])).toBe(name);
      expect(await namesOf({ prefix: name })).toEqual([name]);
      await file.delete();
      expect(await namesOf()).toEqual(['other']);
    },
  );

  test.each(['.', '..', 'a\nb', 'x'.repeat(1025)])('%j is no name', async (name) => {
    const saving = bucket.file(name).save('x', { resumable: false });
    await expect(saving).rejects.toMatchObject({ code: 400 });
  });
});

describe('strictness', () => {
  const file = '/b/demo-chuck-norris-facts.appspot.com/o/a';

  test.each([
    ['GET', '/storage/v1/b'],
    ['POST', `${file}/compose`],
    ['PUT', file],
    ['GET', `${file}?generation=1`],
    ['GET', `${file}?alt=media&ifGenerationNotMatch=1`],
    ['GET', '/v0/b/demo-chuck-norris-facts.appspot.com/o/a'],
  ])('%s %s is answered with 501', async (method, path) => {
    const { status, body } = await raw(method, path);
    expect(status).toBe(501);
    expect(body).toMatchObject({ error: { code: 501, errors: [{ reason: 'notImplemented' }] } });
  });

  test('a browser is refused', async () => {
    expect(await raw('GET', file, { origin: 'http://127.0.0.1:5000' })).toMatchObject({
      status: 403,
    });
    expect(await raw('GET', file, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
    });
  });

  test('a path that is not UTF-8 is answered with 400', async () => {
    expect(await raw('GET', '/b/demo-chuck-norris-facts.appspot.com/o/%ff')).toMatchObject({
      status: 400,
    });
  });
});

describe('faults', () => {
  test('before the effect nothing has happened, after it everything has', async () => {
    emulator.inject({ operation: 'objects.insert', status: 503, when: 'before' });
    const file = bucket.file('a');
    await expect(file.save('x', { resumable: false })).rejects.toMatchObject({ code: 503 });
    expect(await file.exists()).toEqual([false]);
    emulator.inject({ operation: 'objects.insert', status: 503, when: 'after' });
    await expect(file.save('x', { resumable: false })).rejects.toMatchObject({ code: 503 });
    expect(await file.exists()).toEqual([true]);
  });

  test('meet the call that was named, once', async () => {
    emulator.inject({ operation: 'objects.get', call: 2, status: 500, when: 'before' });
    const file = bucket.file('a');
    await file.save('x', { resumable: false });
    await file.getMetadata();
    await expect(file.getMetadata()).rejects.toMatchObject({ code: 500 });
    await file.getMetadata();
    expect(emulator.records().map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      'objects.insert 200',
      'objects.get 200',
      'objects.get 500',
      'objects.get 200',
    ]);
  });

  test('that were cleared do not happen', async () => {
    emulator.inject({ operation: 'objects.list', status: 500, when: 'before' });
    emulator.clearFaults();
    expect(await namesOf()).toEqual([]);
  });

  test("the SDK's own retry gets past one", async () => {
    const { bucket: retrying } = openBucket(emulator.host, true);
    emulator.inject({ operation: 'objects.get', status: 503, when: 'before' });
    await bucket.file('a').save('x', { resumable: false });
    expect(await retrying.file('a').exists()).toEqual([true]);
  });
});
