import { expect, test } from 'vitest';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const OFF_TOPIC = 'Visit my shop for cheap watches and handbags today.';
const running = useApi([
  aJoke(1),
  aJoke(2, { status: 'pending', joke_text: OFF_TOPIC }),
  aJoke(3, { status: 'pending', joke_text: 'Chuck Norris brought a gun to the pizza.' }),
]);

const fine = { on_topic: true, offensive: false, spam: false, reason: '', tags: [], safe: true };

/** The queue as an administrator gets it. */
async function queue(): Promise<unknown> {
  const { status, body } = await running.api.request('/admin/queue', { bearer: ADMIN_BEARER });
  expect(status).toBe(200);
  return body;
}

const withHints = (...hints: unknown[]) => ({ entries: hints.map((hint) => ({ hint })) });

test('the queue has a hint for each pending fact, which is stored nowhere', async () => {
  running.site.firestore.resetRecords();
  expect(await queue()).toMatchObject(
    withHints(
      { ...fine, on_topic: false, reason: 'Doesn’t name Chuck Norris' },
      { ...fine, tags: ['food'], safe: false },
    ),
  );
  expect(running.site.firestore.totals().writes).toBe(0);
});

test('the hint is about the text as it is now, whatever an earlier version has stored', async () => {
  const stale = { ...fine, spam: true, reviewer: 'word list', text_hash: 'x' };
  await running.api.context.db.doc('jokes/2').update({ hint: stale });
  const joke_text = 'Chuck Norris changed this text.';
  const body = { joke_text };
  await running.api.request('/admin/edit/2', { method: 'PUT', bearer: ADMIN_BEARER, body });
  expect(await queue()).toMatchObject(withHints(fine, { safe: false }));
});
