// @module-tag S12
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openImageSweep } from '../../functions/src/operations/image-sweep/open-image-sweep.ts';
import type { Answer } from '../site.ts';
import { aJoke } from './jokes.ts';
import { useShortRetries } from './short-retries.ts';
import { filesOf, usePictures } from './use-pictures.ts';

useShortRetries();
const running = usePictures([aJoke(1)]);
const { generate, pictureOf, storedFiles } = running;

const HOUR_MS = 3_600_000;
const PERMISSION_DENIED = 7;
const generated = z.object({ image_url: z.string() });

type When = 'before' | 'after';
const whens = ['before', 'after'] as const;

/** Sees to it that joke 1 has a picture and nothing is wrong; answers its name. */
async function withPicture(): Promise<string | undefined> {
  running.site.firestore.clearFaults();
  running.storage.clearFaults();
  await running.api.context.db.doc('image_leases/1').delete();
  await generate(1);
  running.site.firestore.resetRecords();
  running.storage.resetRecords();
  return pictureOf(1);
}

/** The calls that a forced generation makes. */
async function callsOfGeneration() {
  await withPicture();
  running.site.firestore.resetRecords();
  await generate(1, '?force=true');
  const storage = running.storage.records().map((call) => call.operation);
  return { firestore: running.site.firestore.records().map((call) => call.rpc), storage };
}

const sweepInAnHour = async () => {
  const { context } = running.api;
  return openImageSweep({ ...context, clock: () => Date.now() + HOUR_MS })(HOUR_MS / 2);
};

/** What must hold after a failure anywhere. */
async function expectWhole(old: string | undefined, answer: Answer): Promise<void> {
  running.site.firestore.clearFaults();
  running.storage.clearFaults();
  const picture = await pictureOf(1);
  expect(await storedFiles()).toEqual(expect.arrayContaining(filesOf(picture)));
  expect([200, 500, 503]).toContain(answer.status);
  if (answer.status === 200) {
    expect(generated.parse(answer.body).image_url).toContain(picture);
    expect(picture).not.toBe(old);
  }

  await sweepInAnHour();
  expect(await storedFiles()).toEqual(filesOf(picture));
}

/** The process that made a picture is gone, its lease is not: an hour later all works again. */
async function expectRecovery(): Promise<void> {
  const later = await running.startAnother({ clock: () => Date.now() + HOUR_MS });
  expect((await generate(1, '?force=true', later)).status).toBe(200);
  await later.stop();
  expect(await storedFiles()).toEqual(filesOf(await pictureOf(1)));
}

describe.each(whens)('when a call fails %s it took effect', { tags: 'S11' }, (when: When) => {
  test.each([4, 10, 14])(
    'any one of Firestore, with code %i: the joke has its files',
    async (code) => {
      const { firestore } = await callsOfGeneration();
      expect(firestore.length).toBeGreaterThan(4);
      for (const nth of firestore.keys()) {
        const old = await withPicture();
        running.site.firestore.inject({ code, when, nth: nth + 1 });
        await expectWhole(old, await generate(1, '?force=true'));
      }
    },
  );

  test('and every later one of Firestore, as in a crash: the joke has its files', async () => {
    const { firestore } = await callsOfGeneration();
    for (const [step, failing] of firestore.entries()) {
      const old = await withPicture();
      // Rollbacks arrive: a lock that nobody gives back would outlast the test.
      for (const rpc of new Set(firestore)) {
        const earlier = firestore.slice(0, step).filter((call) => call === rpc).length;
        running.site.firestore.inject({
          rpc,
          code: PERMISSION_DENIED,
          when: rpc === failing ? when : 'before',
          nth: earlier + 1,
          times: Infinity,
        });
      }
      await expectWhole(old, await generate(1, '?force=true'));
      await expectRecovery();
    }
  });

  test.each([
    ['ABORTED', 409],
    ['UNAVAILABLE', 503],
    ['DEADLINE_EXCEEDED', 504],
  ])(
    'any one of Storage, with %s as it says it (%i): the joke has its files',
    async (_name, status) => {
      for (const operation of ['objects.insert', 'objects.delete'] as const) {
        for (const call of [1, 2, 3]) {
          const old = await withPicture();
          running.storage.inject({ operation, call, status, when });
          const answer = await generate(1, '?force=true');
          expect([200, 503]).toContain(answer.status);
          await expectWhole(old, answer);
        }
      }
    },
  );

  test('any of Storage, and every later one: the joke has its files', async () => {
    const { storage } = await callsOfGeneration();
    expect(storage.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'objects.delete'),
      ...Array.from({ length: 3 }, () => 'objects.insert'),
    ]);
    for (const operation of ['objects.insert', 'objects.delete'] as const) {
      for (const call of [1, 2, 3]) {
        const old = await withPicture();
        for (let later = call; later <= 3; later += 1) {
          running.storage.inject({ operation, call: later, status: 503, when });
        }
        const answer = await generate(1, '?force=true');
        expect(answer.status).toBe(operation === 'objects.insert' ? 503 : 200);
        await expectWhole(old, answer);
        await expectRecovery();
      }
    }
  });
});

describe('the sweep', () => {
  test('deletes what no joke points to, and nothing else', async () => {
    await withPicture();
    const bucket = await running.api.context.bucket();
    const orphan = async (name: string, joke_id: string) =>
      bucket
        .file(`images/${name}`)
        .save('x', { resumable: false, metadata: { metadata: { joke_id } } });
    await orphan(`${'a'.repeat(32)}-640.webp`, '1');
    await orphan(`${'b'.repeat(32)}-320.webp`, '99');
    expect(await sweepInAnHour()).toBe(2);
    expect(await storedFiles()).toEqual(filesOf(await pictureOf(1)));
    expect(await sweepInAnHour()).toBe(0);
  });

  test('takes the pictures of deleted jokes', async () => {
    await withPicture();
    await running.api.context.db.doc('jokes/1').delete();
    expect(await sweepInAnHour()).toBe(3);
    expect(await storedFiles()).toEqual([]);
  });

  test('leaves young files alone: their joke may be about to point to them', async () => {
    await withPicture();
    await running.api.context.db.doc('jokes/1').delete();
    const sweep = openImageSweep(running.api.context);
    expect(await sweep(HOUR_MS)).toBe(0);
    await expect(sweep(1_000)).rejects.toThrow(RangeError);
    expect(await storedFiles()).toHaveLength(3);
  });
});
