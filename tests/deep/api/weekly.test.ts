import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { ADMIN_BEARER, siteTime, type Instance, type Replaced } from '../../support/api-site.ts';
import { hasDocuments, holdReads } from '../../support/api/hold-reads.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const EIGHT_DAYS = 8 * 86_400_000;
/** After this time, an instance follows the database. */
const DUE_MS = 25_001;

const jokes = [aJoke(1), aJoke(2), aJoke(3)];
const WRONG_TEXT = 'Chuck Norris never said that.';

let now = siteTime();
const running = useApi(jokes, { clock: () => now });
/** what the instances of `start` do beside requests */
let besides: Promise<unknown>[];

const start = (replaced: Replaced = {}) =>
  running.start({ beside: (work) => besides.push(work), ...replaced });

const statusOf = async (path: string, api: Instance) => (await api.request(path)).status;
const textOf = async (jokeId: number, api: Instance) =>
  z.object({ joke_text: z.string() }).parse((await api.request(`/jokes/${jokeId}`)).body).joke_text;

/** All jokes were last read eight days ago. The snapshot has another text of joke 1 than its document. */
beforeEach(async () => {
  besides = [];
  const { db } = running.api.context;
  const root = db.doc('catalog/root');
  const { name } = z.object({ name: z.string() }).parse((await root.get()).get('snapshot'));
  const part = db.doc(`catalog/${name}-0`);
  const lines = gunzipSync(Buffer.from((await part.get()).get('bytes'))).toString();
  await part.set({ bytes: gzipSync(lines.replace(aJoke(1).joke_text, WRONG_TEXT)) });
  await root.update({ 'snapshot.full_at': new Date(Date.now() - EIGHT_DAYS) });
});

test(
  'of four instances, one reads all facts every seventh day, and the others read its snapshot once',
  { tags: 'S20' },
  async () => {
    const { firestore } = running.site;
    const { withReadDeadline, reached, release } = holdReads(hasDocuments(2));
    await running.api.context.db.doc('jokes/3').delete();
    firestore.resetRecords();
    const first = await running.start({ withReadDeadline });
    const others = await Promise.all([start(), start(), start()]);
    for (const api of [first, ...others]) expect(await textOf(1, api)).toBe(WRONG_TEXT);
    await reached;
    // The others have found the lease taken.
    await Promise.all(besides);
    release();
    await first.idle();
    expect(await textOf(1, first)).toBe(aJoke(1).joke_text);
    expect(await statusOf('/jokes/3', first)).toBe(404);

    /** What a refresh reads, and what it does beside requests. */
    async function readsOf(api: Instance): Promise<number> {
      const before = firestore.totals().reads;
      await statusOf('/jokes', api);
      await Promise.all([...besides, first.idle()]);
      return firestore.totals().reads - before;
    }
    for (const ofOthers of [2 + 1, 2, 2]) {
      now += DUE_MS;
      expect(await readsOf(first)).toBe(2);
      for (const api of others) {
        expect(await readsOf(api)).toBe(ofOthers);
        expect(await textOf(1, api)).toBe(aJoke(1).joke_text);
      }
    }
    const ofAll = firestore.records().filter(({ detail }) => detail.includes('by __name__'));
    expect(ofAll).toMatchObject([{ reads: 2 }]);
  },
);

test(
  'while the weekly reading of all facts hangs, visitors get a catalog that follows the database',
  { tags: 'S22' },
  async () => {
    const { withReadDeadline, reached, release } = holdReads(hasDocuments(jokes.length));
    const reader = await start({ withReadDeadline });
    expect(await textOf(1, reader)).toBe(WRONG_TEXT);
    await reached;
    await running.api.request('/admin/reject/2', { method: 'POST', bearer: ADMIN_BEARER });
    now += DUE_MS;
    // A visitor who waited for that reading would get the old catalog after five seconds.
    expect(await statusOf('/jokes/2', reader)).toBe(404);
    release();
    await Promise.all(besides);
    expect(await textOf(1, reader)).toBe(aJoke(1).joke_text);
    expect(await statusOf('/jokes/2', reader)).toBe(404);
  },
);
