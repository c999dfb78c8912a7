import { expect, test } from 'vitest';
import type { Hinter, Remark } from '../../functions/src/features/hints/hinter.ts';
import { ADMIN_BEARER, type Instance } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const OFF_TOPIC = 'Visit my shop for cheap watches and handbags today.';
const running = useApi([
  aJoke(1),
  aJoke(2, { status: 'pending', joke_text: OFF_TOPIC }),
  aJoke(3, { status: 'pending' }),
]);

const fine: Remark = {
  on_topic: true,
  offensive: false,
  spam: false,
  reason: '',
  tags: [],
  safe: true,
};

/** A hinter that remembers what it was asked. */
function aHinter(name: string, hint: (text: string) => Promise<Remark>) {
  const asked: string[] = [];
  const hinter: Hinter = {
    name,
    hint(text) {
      asked.push(text);
      return hint(text);
    },
  };
  return { hinter, asked };
}

/** The hints that an administrator gets with the queue. */
async function hintsFrom(instance: Instance = running.api): Promise<unknown> {
  const { status, body } = await instance.request('/admin/queue', { bearer: ADMIN_BEARER });
  expect(status).toBe(200);
  return body;
}

const withHints = (...hints: unknown[]) => ({ entries: hints.map((hint) => ({ hint })) });

async function storedHint(jokeId: number): Promise<unknown> {
  return (await running.api.context.db.doc(`jokes/${jokeId}`).get()).get('hint');
}

test('the queue has a hint for each pending fact, from a word list by default', async () => {
  expect(await hintsFrom()).toMatchObject(
    withHints(
      {
        on_topic: false,
        offensive: false,
        spam: false,
        reason: 'Doesn’t name Chuck Norris',
        reviewer: 'word list',
      },
      { ...fine, reviewer: 'word list' },
    ),
  );
});

test('a fact is reviewed when the queue first loads it, and the hint is stored before the answer', async () => {
  const { hinter, asked } = aHinter('a', () => Promise.resolve(fine));
  await running.restart({ hinter });
  expect(asked).toEqual([]);
  await hintsFrom();
  expect(await storedHint(2)).toMatchObject({ ...fine, reviewer: 'a' });
  running.site.firestore.resetRecords();
  const again = await running.site.start({ hinter });
  expect(await hintsFrom(again)).toMatchObject(withHints({ reviewer: 'a' }, { reviewer: 'a' }));
  expect(asked).toHaveLength(2);
  expect(running.site.firestore.totals().writes).toBe(0);
  await again.stop();
});

test('an edited fact is reviewed again, and so is every fact for another reviewer', async () => {
  const first = aHinter('a', () => Promise.resolve(fine));
  await running.restart({ hinter: first.hinter });
  await hintsFrom();
  const joke_text = 'Chuck Norris changed this text.';
  await running.api.request('/admin/edit/2', {
    method: 'PUT',
    bearer: ADMIN_BEARER,
    body: { joke_text },
  });
  await hintsFrom();
  expect(first.asked).toHaveLength(3);
  expect(first.asked.at(-1)).toBe(joke_text);

  const second = aHinter('b', () => Promise.resolve({ ...fine, spam: true }));
  await running.restart({ hinter: second.hinter });
  const hint = { spam: true, reviewer: 'b' };
  expect(await hintsFrom()).toMatchObject(withHints(hint, hint));
  expect(second.asked).toHaveLength(2);
});

test('hints change nothing that a visitor sees: no time of change, no read of a ranking', async () => {
  const before = await running.api.context.db.doc('jokes/2').get();
  await running.api.request('/jokes');
  await running.api.request('/jokes/top');
  await hintsFrom();
  running.site.firestore.resetRecords();
  expect((await running.api.request('/jokes/top?limit=50')).status).toBe(200);
  expect(running.site.firestore.totals().reads).toBe(0);
  const after = await running.api.context.db.doc('jokes/2').get();
  expect(after.get('hint')).toBeDefined();
  expect(before.get('hint')).toBeUndefined();
});

test('a fact whose review fails has no hint, is logged once without its text, and is reviewed again', async () => {
  const logged: unknown[] = [];
  let failing = true;
  const { hinter, asked } = aHinter('a', (text) =>
    failing ? Promise.reject(new Error(`No review of ${text}`)) : Promise.resolve(fine),
  );
  await running.restart({ hinter, log: (entry) => logged.push(entry) });
  expect(await hintsFrom()).toMatchObject(withHints(null, null));
  const warnings = logged.filter((entry) => JSON.stringify(entry).includes('WARNING'));
  expect(warnings).toHaveLength(1);
  expect(JSON.stringify(logged)).toContain('No review of');
  expect(JSON.stringify(logged)).not.toContain('cheap watches');
  failing = false;
  expect(await hintsFrom()).toMatchObject(withHints(fine, fine));
  expect(asked).toHaveLength(4);
});

test('hints that can’t be stored are shown all the same', async () => {
  running.site.firestore.inject({
    rpc: 'Commit',
    times: Infinity,
    code: 7,
    when: 'before',
  });
  expect(await hintsFrom()).toMatchObject(withHints({ on_topic: false }, fine));
  running.site.firestore.clearFaults();
  expect(await storedHint(2)).toBeUndefined();
});
