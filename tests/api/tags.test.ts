import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { changeReceipt, joke, type Patch } from '../../functions/src/contract/index.ts';
import { TAGS, type Tag } from '../../functions/src/domain/index.ts';
import { admin, change, log, undo, type Item } from '../support/api/changes.ts';
import { countDifferent, importText, jsonLines } from '../support/api/import-steps.ts';
import { aJoke } from '../support/api/jokes.ts';
import { getList, listedIds } from '../support/api/lists.ts';
import { useApi } from '../support/api/use-api.ts';
import { useShortRetries } from '../support/api/short-retries.ts';

const JOKES = 60;
const PENDING = 61;
const TEXAS: Tag[] = ['texas'];

/** Odd numbers are about science and safe, those that 5 divides about food; from 50 on, none has a tag or is safe. */
const running = useApi([
  ...Array.from({ length: JOKES }, (_, index) => {
    const id = index + 1;
    const science = id < 50 && id % 2 === 1 ? (['science'] as const) : [];
    const food = id < 50 && id % 5 === 0 ? (['food'] as const) : [];
    return aJoke(id, { tags: [...food, ...science], safe: id < 50 && id % 2 === 1 });
  }),
  aJoke(PENDING, { status: 'pending' }),
]);
useShortRetries();

const ODD = Array.from({ length: 25 }, (_, index) => 49 - 2 * index);
const doc = (path: string) => running.api.context.db.doc(path);

const call = (method: 'POST' | 'PUT', path: string, body?: object) =>
  admin(running.api, method, path, body);

async function tag(...items: Item[]) {
  const { status, body } = await change(running.api, 'tag', items);
  expect(status, JSON.stringify(body)).toBe(200);
  return changeReceipt.parse(body);
}

/** The numbers of the facts with a tag, as a new instance lists them. */
async function tagged(query: string): Promise<number[]> {
  await running.restart();
  return listedIds(running.api, `/jokes?per_page=100&${query}`);
}

/** What a call costs. */
async function costOf(call: () => Promise<unknown>) {
  running.site.firestore.resetRecords();
  await call();
  return running.site.firestore.totals();
}

describe('a visitor', () => {
  test('lists the facts with a tag, the safe ones, or both, page by page', async () => {
    const first = await getList(running.api, '/jokes?tag=science');
    expect(first).toMatchObject({ total: 25, pages: 2 });
    expect(first.jokes.map(({ joke_id }) => joke_id)).toEqual(ODD.slice(0, 20));
    expect(first.jokes[4]).toMatchObject({ joke_id: 41, tags: ['science'], safe: true });
    expect(await listedIds(running.api, '/jokes?tag=science&page=2')).toEqual(ODD.slice(20));
    expect(await listedIds(running.api, '/jokes?safe=true&per_page=100')).toEqual(ODD);
    expect(await listedIds(running.api, '/jokes?tag=food&safe=true')).toEqual([45, 35, 25, 15, 5]);
    expect(await listedIds(running.api, '/jokes?tag=food&search=number+1')).toEqual([15, 10]);
    expect(await listedIds(running.api, '/jokes?tag=money')).toEqual([]);
  });

  test('gets 422 with the list for an unknown tag, and for safe=false', async () => {
    for (const path of ['/jokes', '/jokes/random']) {
      const unknown = await running.api.request(`${path}?tag=cars`);
      expect(unknown.status).toBe(422);
      for (const name of TAGS) expect(JSON.stringify(unknown.body)).toContain(name);
      expect((await running.api.request(`${path}?safe=false`)).status).toBe(422);
    }
  });

  test('draws only facts with the tag, with and without a mix, and not the excluded ones', async () => {
    const drawn = new Set<number>();
    for (let draw = 0; draw < 60; draw += 1) {
      const mix = draw % 2 === 0 ? '&mix=discover' : '';
      const path = `/jokes/random?tag=food&safe=true&exclude=5,15${mix}`;
      drawn.add(joke.parse((await running.api.request(path)).body).joke_id);
    }
    expect([...drawn].toSorted((a, b) => a - b)).toEqual([25, 35, 45]);
    const all = z.object({ jokes: z.array(joke) });
    const { body } = await running.api.request('/jokes/random?tag=food&amount=20');
    expect(all.parse(body).jokes.map(({ joke_id }) => joke_id % 5)).toEqual(Array(9).fill(0));
    expect((await running.api.request('/jokes/random?tag=money')).status).toBe(404);
  });

  test('of a site without tags gets an empty page', async () => {
    await running.refill([aJoke(1)]);
    expect(await getList(running.api, '/jokes?tag=science')).toMatchObject({ total: 0, pages: 0 });
    expect((await running.api.request('/jokes/random?safe=true')).status).toBe(200);
  });

  test('costs a cold instance three reads for a random fact', async () => {
    expect((await costOf(() => running.api.request('/jokes/random?tag=food'))).reads).toBe(3);
  });
});

describe('a moderator', () => {
  test('sets tags and safety with an approval, at the cost of one', async () => {
    const approve = () =>
      call('POST', `approve/${PENDING}`, { tags: ['movies', 'animals'], safe: true });
    await running.api.request('/jokes');
    expect(await costOf(approve)).toMatchObject({ reads: 2, writes: 2 });
    expect(await tagged('tag=movies')).toEqual([PENDING]);
    const { jokes } = await getList(running.api, '/jokes?per_page=1');
    expect(jokes[0]).toMatchObject({ joke_id: PENDING, tags: ['animals', 'movies'], safe: true });
    expect(await countDifferent(running.api.context)).toBe(0);
  });

  test('who decides without tags leaves them as they are', async () => {
    await call('POST', 'reject/5');
    expect(await listedIds(running.api, '/jokes?tag=food&safe=true')).toEqual([45, 35, 25, 15]);
    await call('POST', 'approve/5');
    expect(await listedIds(running.api, '/jokes?tag=food&safe=true')).toEqual([45, 35, 25, 15, 5]);
  });

  test('edits tags and safety with a text, or leaves them as they are', async () => {
    const joke_text = 'Chuck Norris tags himself.';
    const same = await call('PUT', 'edit/1', { joke_text });
    expect(same.body).toMatchObject({ tags: ['science'], safe: true });
    const edited = await call('PUT', 'edit/1', { joke_text, tags: ['texas'], safe: false });
    expect(edited.body).toMatchObject({ tags: ['texas'], safe: false });
    expect(await tagged('tag=texas')).toEqual([1]);
    const many = { joke_text, tags: ['texas', 'food', 'money', 'school'] };
    expect((await call('PUT', 'edit/1', many)).status).toBe(422);
    expect((await call('PUT', 'edit/1', { joke_text, tags: ['food', 'food'] })).status).toBe(422);
  });

  test('adds and removes tags of several facts, each of which can be undone', async () => {
    const { change_id, results } = await tag(
      { joke_id: 1, patch: { add_tags: ['texas', 'animals'], remove_tags: ['science'] } },
      { joke_id: 5, patch: { add_tags: ['texas', 'school'] } },
      { joke_id: 2, patch: { safe: true } },
      { joke_id: 3, patch: {} },
      { joke_id: 99, patch: { safe: true } },
      { joke_id: 7, patch: { add_tags: ['texas'] }, expected: { text_hash: 'a'.repeat(16) } },
    );
    expect(results).toMatchObject([
      { joke_id: 1, joke: { tags: ['animals', 'texas'], safe: true } },
      { joke_id: 5, joke: { tags: ['food', 'science'] }, error: expect.stringMatching(/3/) },
      { joke_id: 2, joke: { tags: [], safe: true } },
      { joke_id: 3, joke: { tags: ['science'] } },
      { joke_id: 99, joke: null, error: expect.any(String) },
      { joke_id: 7, joke: { tags: ['science'] }, error: expect.stringMatching(/changed/) },
    ]);
    expect(await tagged('tag=texas')).toEqual([1]);
    expect(await tagged('safe=true')).toEqual([...ODD, 2].toSorted((a, b) => b - a));
    expect((await log(running.api)).changes).toMatchObject([
      {
        action: 'tag',
        items: [
          { joke_id: 1, before: { tags: ['science'] }, after: { tags: ['animals', 'texas'] } },
          { joke_id: 2, before: { safe: false }, after: { safe: true } },
        ],
      },
    ]);
    expect((await undo(running.api, change_id ?? '')).status).toBe(200);
    expect(await tagged('tag=texas')).toEqual([]);
    expect(await tagged('tag=science')).toEqual(ODD);
    expect(await countDifferent(running.api.context)).toBe(0);
  });

  test('who tags at the same time as another one loses nothing', { tags: 'S10' }, async () => {
    const other = await running.site.start();
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    const add = (instance: typeof other, name: Tag) =>
      change(
        instance,
        'tag',
        ids.map((joke_id) => ({ joke_id, patch: { add_tags: [name] } })),
      );
    await Promise.all([
      add(running.api, 'school'),
      add(other, 'sports').then((answer) => expect(answer.status).toBe(200)),
    ]);
    await other.stop();
    // Numbers that 10 leaves 5 of have two tags, so one of them is refused a fourth.
    const school = await tagged('tag=school');
    const sports = await tagged('tag=sports');
    expect(new Set([...school, ...sports])).toEqual(new Set(ids));
    expect(school.length + sports.length).toBe(38);
    expect(await countDifferent(running.api.context)).toBe(0);
  });
});

describe('an approval', () => {
  const BEAR = 'Chuck Norris feeds a bear by hand.';
  const GUN = 'Chuck Norris feeds a bear with a gun.';

  /** Approves a pending fact with this text. @returns it as visitors get it, and the change */
  async function approved(joke_text: string, tags: Tag[] = [], stated: Patch = {}) {
    await running.refill([aJoke(1), aJoke(2, { status: 'pending', joke_text, tags })]);
    const item = { joke_id: 2, patch: { status: 'approved', ...stated } } as const;
    const { body } = await change(running.api, 'approve', [item]);
    await running.restart();
    const { changes } = await log(running.api);
    return {
      shown: joke.parse((await getList(running.api, '/jokes')).jokes[0]),
      answered: changeReceipt.parse(body).results[0]?.joke,
      entry: changes[0],
    };
  }

  test('takes the tags that the word list suggests, which the log shows and undo takes back', async () => {
    const { shown, answered, entry } = await approved(BEAR);
    const tagged = { tags: ['animals'], safe: true };
    expect(shown).toMatchObject({ joke_id: 2, ...tagged });
    expect(answered).toMatchObject({ joke_id: 2, status: 'approved', ...tagged });
    const item = { before: { tags: [] }, after: { tags: ['animals'] } };
    expect(entry).toMatchObject({ action: 'approve', items: [item] });
    expect(await listedIds(running.api, '/jokes?tag=animals')).toEqual([2]);
    const undone = await undo(running.api, entry?.change_id ?? '');
    expect(undone.body).toMatchObject({ results: [{ joke: { status: 'pending', tags: [] } }] });
    expect((await doc('jokes/2').get()).data()).toMatchObject({ tags: [], safe: true });
    expect(await countDifferent(running.api.context)).toBe(0);
  });

  test('takes that a fact is not for children from the word list', async () => {
    expect((await approved(GUN)).shown).toMatchObject({ tags: ['animals'], safe: false });
    expect(await listedIds(running.api, '/jokes?safe=true')).toEqual([1]);
    expect((await approved(GUN, ['texas'])).shown).toMatchObject({ tags: ['texas'], safe: false });
  });

  test('takes what the moderator says instead', async () => {
    const stated = { tags: [], safe: true };
    expect((await approved(GUN, [], stated)).shown).toMatchObject(stated);
    expect((await approved(BEAR, [], { safe: false })).shown).toMatchObject({
      tags: ['animals'],
      safe: false,
    });
  });
});

test('what an earlier version did not judge is safe; what is not safe stays so', async () => {
  const updated_at = new Date();
  await doc('jokes/1').update({ safe: null, updated_at });
  const { safe: _, ...older } = (await doc('jokes/3').get()).data() ?? {};
  await doc('jokes/3').set({ ...older, updated_at });
  const jokes = [7, 6, 5, 4, 3, 2, 1];
  const isSafe = (id: number) => id % 2 === 1;
  const listed = await tagged('safe=true&sortBy=date_asc');
  expect(listed.slice(0, 4)).toEqual(jokes.filter(isSafe).toReversed());
  for (const id of jokes) {
    expect((await running.api.request(`/jokes/${id}`)).body).toMatchObject({ safe: isSafe(id) });
  }
  await tag({ joke_id: 2, patch: { safe: true } }, { joke_id: 5, patch: { safe: false } });
  expect((await tagged('safe=true&sortBy=date_asc')).slice(0, 4)).toEqual([1, 2, 3, 7]);
});

describe('tags of an import', () => {
  test('are listed', async () => {
    const { context } = running.api;
    const facts = [
      {
        joke_id: 70,
        joke_text: 'Chuck Norris imports tags.',
        tags: ['texas', 'food'],
        safe: false,
      },
      { joke_id: 71, joke_text: 'Chuck Norris imports nothing.' },
    ];
    expect(await importText(context, jsonLines(facts))).toMatchObject({ added: 2, problems: 0 });
    expect(await importText(context, jsonLines(facts))).toMatchObject({ unchanged: 2 });
    expect(await tagged('tag=texas')).toEqual([70]);
    expect((await doc('jokes/70').get()).data()).toMatchObject({
      tags: ['food', 'texas'],
      safe: false,
    });
    expect(await countDifferent(context)).toBe(0);
    const wrong = { joke_text: 'Chuck Norris imports cars.', tags: ['cars'] };
    expect((await importText(context, jsonLines([wrong]))).reported[0]).toContain('tags');
  });
});

test('the pages of tags are right when a fact is malformed, or has a tag of a later version', async () => {
  const updated_at = new Date();
  await doc('jokes/1').update({ tags: ['science', 'cars'], safe: 'yes', updated_at });
  await doc('jokes/3').update({ joke_text: 5, updated_at });
  expect(await tagged('tag=science')).toEqual(ODD.filter((id) => id !== 3));
  const { body } = await running.api.request('/jokes/1');
  expect(body).toMatchObject({ tags: ['science'], safe: true });
});

test('the sitemap lists the pages of tags with five approved facts or more', async () => {
  const sitemap = async () => (await fetch(`${running.api.url}/sitemap.xml`)).text();
  const pages = async () =>
    [...(await sitemap()).matchAll(/\/tag\/([a-z-]+)</g)].map(([, name]) => name);
  expect(await pages()).toEqual(['food', 'science']);
  await tag(...[1, 2, 3, 4].map((joke_id) => ({ joke_id, patch: { add_tags: TEXAS } })));
  expect(await pages()).toEqual(['food', 'science']);
  await tag({ joke_id: 6, patch: { add_tags: ['texas'] } });
  expect(await pages()).toEqual(['food', 'science', 'texas']);
  // The root, the snapshot and the facts that have changed since.
  await running.restart();
  expect((await costOf(sitemap)).reads).toBe(1 + 1 + 5);
});
