// @module-tag X8
import { beforeEach, expect, test } from 'vitest';
import { createServices } from '../../../functions/src/site.ts';
import { rebuildCatalog } from '../../../functions/src/operations/catalog-rebuild.service.ts';
import { siteTime } from '../../support/api-site.ts';
import { quiet } from '../../support/api/import-steps.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { getList } from '../../support/api/lists.ts';
import { useApi } from '../../support/api/use-api.ts';
import { submitJoke } from '../../support/api/visitor-steps.ts';

const A_MINUTE = 60_000;
let now = siteTime();
const running = useApi(
  Array.from({ length: 120 }, (_, index) => aJoke(index + 1)),
  { clock: () => now },
);
const doc = (path: string) => running.api.context.db.doc(path);
const rebuild = () => rebuildCatalog({ ...running.api.context, log: () => undefined }, quiet);

beforeEach(async () => {
  expect(await getList(running.api, '/jokes')).toMatchObject({ total: 120 });
});

/** Edits, deletes and spoils a joke each, as the console does. */
async function changeByHand(): Promise<void> {
  await doc('jokes/5').update({ joke_text: 'As it is now.' });
  await doc('jokes/6').delete();
  await doc('jokes/7').update({ histogram: 'none' });
}

async function expectChanges(): Promise<void> {
  expect(await getList(running.api, '/jokes')).toMatchObject({ total: 118 });
  expect((await running.api.request('/jokes/5')).body).toMatchObject({
    joke_text: 'As it is now.',
  });
  for (const jokeId of [6, 7]) {
    expect((await running.api.request(`/jokes/${jokeId}`)).status).toBe(404);
  }
}

test('what was changed by hand is right on running and new instances, and malformed jokes are logged once', async () => {
  await changeByHand();
  expect(await rebuild()).toEqual({ jokes: 119, different: 3, malformed: 1 });
  expect(await rebuild()).toEqual({ jokes: 119, different: 0, malformed: 1 });
  for (let looks = 0; looks < 3; looks += 1) {
    now += A_MINUTE;
    await expectChanges();
    if (looks === 1) await rebuild();
  }
  expect(running.logged.filter(({ severity }) => severity !== 'INFO')).toEqual([
    expect.objectContaining({ severity: 'WARNING', document: 'jokes/7' }),
  ]);
  await running.restart();
  await expectChanges();
});

test('an instance that is writing a snapshot of what it had does not undo that', async () => {
  const other = await running.start();
  // Before it writes the part.
  const { reached, release } = other.holdCall(4, 'before', 'batchGetDocuments');
  const saving = createServices(other.context).snapshots.save();
  await reached;
  await changeByHand();
  await rebuild();
  release();
  expect(await saving).toBe(false);
  await running.restart();
  await expectChanges();
});

test.each([
  ['malformed', 503, () => doc('catalog/root').update({ next_joke_id: 'none' })],
  ['missing', 200, () => doc('catalog/root').delete()],
])('a %s root is repaired', async (_, status, spoil) => {
  await spoil();
  now += A_MINUTE;
  expect(await getList(running.api, '/jokes')).toMatchObject({ total: 120 });
  const other = await running.start();
  expect((await other.request('/jokes')).status).toBe(status);
  expect(await rebuild()).toEqual({ jokes: 120, different: 0, malformed: 0 });
  const services = createServices(running.api.context);
  expect(await submitJoke(services, 'Chuck Norris counts from any root.')).toBe(121);
  for (const api of [running.api, await running.start()]) {
    now += A_MINUTE;
    expect(await getList(api, '/jokes')).toMatchObject({ total: 120 });
  }
});
