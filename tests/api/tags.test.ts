import { describe, expect, test } from 'vitest';
import { changeReceipt, endpoints, joke, type Patch } from '../../functions/src/contract/index.ts';
import { TAGS, type Tag } from '../../functions/src/domain/index.ts';
import { admin, change, changeAll, log, undo, type Item } from '../support/api/changes.ts';
import { aJoke } from '../support/api/jokes.ts';
import { getList, listedIds } from '../support/api/lists.ts';
import { useApi } from '../support/api/use-api.ts';
import { useShortRetries } from '../support/api/short-retries.ts';

const JOKES = 60;
const PENDING = 61;

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

  test('lists, draws and finds the facts with any of several tags, and learns which one is unknown', async () => {
    const found = (path: string) => listedIds(running.api, `${path}&per_page=100`);
    const either = await found('/jokes?tag=science,food');
    expect(either).toEqual([...ODD, 10, 20, 30, 40].toSorted((a, b) => b - a));
    expect(await found('/jokes?tag=food,money,science&safe=true')).toEqual(ODD);
    const search = async (query: string) => {
      const { body } = await running.api.request(`/jokes/search?${query}`);
      return endpoints.searchJokes.output.parse(body).jokes.map(({ joke_id }) => joke_id);
    };
    expect(await search('q=number+4&tag=food,science')).toEqual([49, 47, 45, 43, 41, 40]);
    expect(await search('q=number+4&tag=food&safe=true')).toEqual([45]);
    expect(await search('q=nummber+faktt&tag=money')).toEqual([]);
    for (const path of ['/jokes?', '/jokes/random?', '/jokes/search?q=fact&']) {
      const { status, body } = await running.api.request(`${path}tag=food,cars,science,`);
      expect([status, body]).toMatchObject([
        422,
        {
          detail: [
            {
              loc: ['query', 'tag'],
              msg: `There is no tag “cars” or “”. The tags are ${TAGS.join(', ')}`,
            },
          ],
        },
      ]);
    }
  });

  test('learns how many facts there are with each tag, how many are for children, and the numbers of the first and last', async () => {
    const { status, body } = await running.api.request('/tags');
    expect([status, body]).toMatchObject([
      200,
      { total: JOKES, safe: 25, first_id: 1, last_id: JOKES },
    ]);
    const counts: Partial<Record<Tag, object>> = {
      food: { total: 9, safe: 5 },
      science: { total: 25, safe: 25 },
    };
    const tags = TAGS.map((name) => ({ name, total: 0, safe: 0, ...counts[name] }));
    expect(body).toMatchObject({ tags });
    await running.refill([aJoke(PENDING, { status: 'pending', tags: ['food'] })]);
    expect((await running.api.request('/tags')).body).toMatchObject({
      total: 0,
      first_id: null,
      last_id: null,
    });
  });

  test('draws only facts with the tag, with and without a mix, and not the excluded ones', async () => {
    const drawn = new Set<number>();
    for (let draw = 0; draw < 60; draw += 1) {
      const mix = draw % 2 === 0 ? '&mix=discover' : '';
      const path = `/jokes/random?tag=money,food&safe=true&exclude=5,15${mix}`;
      drawn.add(joke.parse((await running.api.request(path)).body).joke_id);
    }
    expect([...drawn].toSorted((a, b) => a - b)).toEqual([25, 35, 45]);
    expect((await running.api.request('/jokes/random?tag=money')).status).toBe(404);
  });
});

describe('a moderator', () => {
  test('sets tags and safety with an approval, at the cost of one', async () => {
    const approve = () =>
      changeAll(running.api, 'approve', [PENDING], {
        status: 'approved',
        tags: ['movies', 'animals'],
        safe: true,
      });
    await running.api.request('/jokes');
    expect(await running.costOf(approve)).toEqual({ reads: 2, writes: 2 });
    expect(await tagged('tag=movies')).toEqual([PENDING]);
    const { jokes } = await getList(running.api, '/jokes?per_page=1');
    expect(jokes[0]).toMatchObject({ joke_id: PENDING, tags: ['animals', 'movies'], safe: true });
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
    const undone = await undo(running.api, entry?.change_id ?? '');
    expect(undone.body).toMatchObject({ results: [{ joke: { status: 'pending', tags: [] } }] });
  });

  test('takes that a fact is not for children from the word list', async () => {
    expect((await approved(GUN)).shown).toMatchObject({ tags: ['animals'], safe: false });
    expect((await approved(GUN, ['texas'])).shown).toMatchObject({ tags: ['texas'], safe: false });
  });

  test(
    'keeps what an edit has named before, even if it is nothing, until that is undone',
    { tags: 'U15' },
    async () => {
      await running.refill([aJoke(1), aJoke(2, { status: 'pending', joke_text: GUN })]);
      const approve = [{ joke_id: 2, patch: { status: 'approved' } }] as const;
      const edited = await change(running.api, 'edit', [
        { joke_id: 2, patch: { tags: [], safe: true } },
      ]);
      await running.restart();
      const first = changeReceipt.parse((await change(running.api, 'approve', approve)).body);
      expect(first.results[0]?.joke).toMatchObject({ tags: [], safe: true, tagged: true });
      for (const id of [first.change_id, changeReceipt.parse(edited.body).change_id]) {
        await undo(running.api, id ?? '');
      }
      const again = changeReceipt.parse((await change(running.api, 'approve', approve)).body);
      expect(again.results[0]?.joke).toMatchObject({
        tags: ['animals'],
        safe: false,
        tagged: false,
      });
    },
  );

  test('takes what the moderator says instead', async () => {
    const stated = { tags: [], safe: true };
    expect((await approved(GUN, [], stated)).shown).toMatchObject(stated);
    expect((await approved(BEAR, [], { safe: false })).shown).toMatchObject({
      tags: ['animals'],
      safe: false,
    });
  });
});
