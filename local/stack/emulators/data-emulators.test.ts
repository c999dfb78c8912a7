import { execFileSync, fork, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials } from '@grpc/grpc-js';
import { v1 } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { projectId, root } from '../firebase-json.ts';
import { freePorts } from '../../../tests/support/local/free-ports.ts';
import { openDataClient, type DataClient } from '../../../tests/support/local/data-client.ts';
import { startDataEmulators } from './data-emulators.ts';

const UNAVAILABLE = 14;

const childScript = join(root, 'tests/support/local/data-emulators-child.ts');
const acknowledged = z.object({
  mark: z.string().optional(),
  joke: z.string().optional(),
  image: z.string().optional(),
});

let data: string;

beforeEach(() => {
  data = join(mkdtempSync(join(tmpdir(), 'data-emulators-')), 'data');
});

afterEach(() => {
  rmSync(join(data, '..'), { recursive: true });
});

/** Starts the emulators on the data and connects the unmodified Admin SDK to them. */
async function openData(cleanup: AsyncDisposableStack): Promise<DataClient> {
  const { firestore, storage } = await startDataEmulators(
    { ports: await freePorts(), data },
    cleanup,
  );
  return cleanup.use(openDataClient({ firestore: firestore.host, storage: storage.host }));
}

test(
  'acknowledged writes survive kill -9, and every joke has its image',
  { tags: ['X4'] },
  async () => {
    const marks: string[] = [];
    const images = new Map<string, string[]>();
    for (let round = 0; round < 2; round += 1) {
      const child = fork(childScript, [data, 'busy']);
      const ended = once(child, 'close');
      let left = randomInt(10, 150);
      child.on('message', (message) => {
        const { mark, joke, image } = acknowledged.parse(message);
        if (mark !== undefined) marks.push(mark);
        if (joke !== undefined && image !== undefined) {
          images.set(joke, [...(images.get(joke) ?? []), image]);
        }
        left -= 1;
        if (left === 0) child.kill('SIGKILL');
      });
      expect(await ended).toEqual([null, 'SIGKILL']);
    }

    await using cleanup = new AsyncDisposableStack();
    const { db, bucket } = await openData(cleanup);
    const found = (await db.collection('marks').get()).docs.map(({ id }) => id);
    expect(marks.filter((mark) => !found.includes(mark))).toEqual([]);
    expect(images.size).toBe(3);
    for (const [joke, acknowledgedImages] of images) {
      const image = z.string().parse((await db.doc(`jokes/${joke}`).get()).get('image'));
      // The last acknowledged image or a later one.
      expect(acknowledgedImages.slice(0, -1)).not.toContain(image);
      expect(String((await bucket.file(image).download())[0])).toBe(image);
    }
  },
);

test(
  'while the disk is full, writes are refused and nothing is lost',
  { tags: ['X3'] },
  async () => {
    // With a limit on file sizes, a write beyond it is partial and fails, as on a full disk.
    const limited = 'ulimit -S -f 1000; exec "$0" "$@"';
    const child = spawn('sh', ['-c', limited, process.execPath, childScript, data], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let problems = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (problems += text));
    const [message]: unknown[] = await once(child, 'message');
    const hosts = z.object({ firestore: z.string(), storage: z.string() }).parse(message);

    const client = openDataClient(hosts);
    const written: string[] = [];
    // The generated client, because the Admin SDK would retry for ten minutes.
    const [servicePath = '', port = ''] = hosts.firestore.split(':');
    const sslCreds = credentials.createInsecure();
    const raw = new v1.FirestoreClient({ projectId, servicePath, port: Number(port), sslCreds });
    const database = `projects/${projectId}/databases/(default)`;
    const asAdmin = { otherArgs: { headers: { authorization: 'Bearer owner' } }, retry: null };
    const write = async (id: string) => {
      const name = `${database}/documents/things/${id}`;
      const update = { name, fields: { text: { stringValue: 'x'.repeat(100_000) } } };
      await raw.commit({ database, writes: [{ update }] }, asAdmin);
      written.push(id);
    };
    const upload = (name: string) =>
      client.bucket.file(name).save(Buffer.alloc(2_000_000), { resumable: false });
    const ids = async () => (await client.db.collection('things').get()).docs.map(({ id }) => id);
    await client.bucket.file('small').save('small', { resumable: false });

    const fill = async () => {
      for (let nth = 0; nth < 100; nth += 1) await write(`${nth}`);
    };
    await expect(fill()).rejects.toMatchObject({ code: UNAVAILABLE });
    expect(written.length).toBeGreaterThan(3);
    for (const name of ['a', 'b']) {
      await expect(write(name)).rejects.toMatchObject({ code: UNAVAILABLE });
      await expect(upload(name)).rejects.toMatchObject({ code: 503 });
    }
    expect((await ids()).toSorted()).toEqual(written.toSorted());
    expect(String((await client.bucket.file('small').download())[0])).toBe('small');

    execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:']);
    await write('c');
    await upload('c');
    await raw.close();
    await client[Symbol.asyncDispose]();
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    expect(
      problems.split('\n').map((line) => /^The \w+ emulator can('t)?/.exec(line)?.[0]),
    ).toEqual([
      "The Firestore emulator can't",
      "The Storage emulator can't",
      'The Firestore emulator can',
      'The Storage emulator can',
      undefined,
    ]);

    await using cleanup = new AsyncDisposableStack();
    const { db, bucket: reopened } = await openData(cleanup);
    const found = (await db.collection('things').get()).docs.map(({ id }) => id);
    expect(found.toSorted()).toEqual(written.toSorted());
    const [files] = await reopened.getFiles();
    expect(files.map(({ name }) => name)).toEqual(['c', 'small']);
  },
);

test(
  'only the owner can enter the folder of the data, even if everyone could before',
  { tags: ['X11'] },
  async () => {
    mkdirSync(data, { mode: 0o755 });
    await using cleanup = new AsyncDisposableStack();
    await openData(cleanup);
    expect((statSync(data).mode & 0o777).toString(8)).toBe('700');
  },
);
