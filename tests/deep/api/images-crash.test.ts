// @module-tag S12
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sweepImages } from '../../../functions/src/operations/sweep.service.ts';
import type { Answer } from '../../support/api-site.ts';
import { errors } from '../../support/api/fault-trials.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';
import { filesOf, useImages } from '../../support/api/use-images.ts';

useShortRetries();
const running = useImages([aJoke(1)], { clock: Date.now });
const { generate, imageOf, storedFiles } = running;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PERMISSION_DENIED = 7;
const generated = z.object({ image_url: z.string() });

type When = 'before' | 'after';
const whens = ['before', 'after'] as const;

/** Clears all faults and makes sure that joke 1 has an image. @returns the image's name */
async function withImage(): Promise<string | undefined> {
  running.site.firestore.clearFaults();
  running.storage.clearFaults();
  await generate(1);
  running.site.firestore.resetRecords();
  running.storage.resetRecords();
  return imageOf(1);
}

async function callsOfGeneration() {
  await withImage();
  running.site.firestore.resetRecords();
  await generate(1, '?force=true');
  const storage = running.storage.records().map((call) => call.operation);
  return { firestore: running.site.firestore.records().map((call) => call.rpc), storage };
}

/** Sweeps when no change of the test can be undone anymore. */
const sweepLater = async () => {
  const { context } = running.api;
  return sweepImages({ ...context, clock: () => Date.now() + 31 * DAY_MS });
};

/** Expects that the joke's image files exist, and that after a sweep only those remain. */
async function expectConsistentFiles(old: string | undefined, answer: Answer): Promise<void> {
  running.site.firestore.clearFaults();
  running.storage.clearFaults();
  const image = await imageOf(1);
  expect(await storedFiles()).toEqual(expect.arrayContaining(filesOf(image)));
  expect([200, 500, 503]).toContain(answer.status);
  if (answer.status === 200) {
    expect(generated.parse(answer.body).image_url).toContain(image);
    expect(image).not.toBe(old);
  }

  await sweepLater();
  expect(await storedFiles()).toEqual(filesOf(image));
}

async function expectRecovery(): Promise<void> {
  const later = await running.start({ clock: () => Date.now() + HOUR_MS });
  expect((await generate(1, '?force=true', later)).status).toBe(200);
  await later.stop();
  expect(await storedFiles()).toEqual(expect.arrayContaining(filesOf(await imageOf(1))));
}

describe.each(whens)('when a call fails %s it takes effect', { tags: 'S11' }, (when: When) => {
  test.each(errors)(
    'any single Firestore call, with $name: the joke has its files',
    async ({ code }) => {
      const { firestore } = await callsOfGeneration();
      expect(firestore.length).toBeGreaterThan(3);
      for (const nth of firestore.keys()) {
        const old = await withImage();
        running.site.firestore.inject({ code, when, nth: nth + 1 });
        await expectConsistentFiles(old, await generate(1, '?force=true'));
      }
    },
  );

  test('any Firestore call and every later one, as in a crash: the joke has its files', async () => {
    const { firestore } = await callsOfGeneration();
    for (const [step, failing] of firestore.entries()) {
      const old = await withImage();
      // Rollbacks succeed, because a lock that is not released would outlast the test.
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
      await expectConsistentFiles(old, await generate(1, '?force=true'));
      await expectRecovery();
    }
  });

  test.each(errors)(
    'any single Storage call, with $name (HTTP $status): the joke has its files',
    async ({ status }) => {
      for (const call of [1, 2, 3]) {
        const old = await withImage();
        running.storage.inject({ operation: 'objects.insert', call, status, when });
        const answer = await generate(1, '?force=true');
        expect([200, 503]).toContain(answer.status);
        await expectConsistentFiles(old, answer);
      }
    },
  );
});

describe('the sweep', () => {
  test('spares new files, because a joke may be about to use them', async () => {
    await withImage();
    await running.api.context.db.doc('jokes/1').delete();
    expect(await sweepImages(running.api.context)).toBe(0);
    expect(await storedFiles()).toHaveLength(3);
  });
});
