import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { limits, quotas } from '../../functions/src/domain/index.ts';
import type { Answer } from '../support/api-site.ts';
import { admin } from '../support/api/changes.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const DOOR = 'For sale: door. Used once. Chuck Norris knocked.';
const LINE = 'Chuck Norris once stood in line. It has been straight ever since.';

const approved = aJoke(1, { joke_text: DOOR });
const running = useApi([
  approved,
  aJoke(2, { joke_text: 'FOR SALE: DOOR! Used once; Chuk Noris knocked', status: 'pending' }),
  aJoke(3, { joke_text: 'For sale: a door. Chuck Norris knocked once.', status: 'rejected' }),
  aJoke(4, { joke_text: LINE }),
  aJoke(201, { joke_text: 'For sale: gate. Used once. Chuck Norris knocked.' }),
]);

function submitterAsks(joke_text: unknown, network = '203.0.113.1'): Promise<Answer> {
  return running.api.request('/jokes/similar', { method: 'POST', body: { joke_text }, network });
}

const adminAsks = (id: number) => admin(running.api, 'GET', `similar/${id}`);

describe('an administrator', () => {
  test('sees what is similar to a joke, best first, whatever its status, but not the joke itself', async () => {
    const { status, body } = await adminAsks(1);
    expect(status).toBe(200);
    expect(body).toEqual({
      similar: [
        expect.objectContaining({ joke_id: 2, status: 'pending', similarity: 1 }),
        expect.objectContaining({ joke_id: 3, status: 'rejected' }),
        expect.objectContaining({ joke_id: 201, status: 'approved' }),
      ],
    });
    expect((await adminAsks(4)).body).toEqual({ similar: [] });
    expect(await running.costOf(() => adminAsks(1))).toEqual({ reads: 0, writes: 0 });
  });

  test(`gets at most ${limits.similarMax}`, async () => {
    const twins = Array.from({ length: 14 }, (_, index) => aJoke(index + 1, { joke_text: LINE }));
    await running.refill(twins);
    const ids = Array.from({ length: limits.similarMax + 1 }, (_, index) => index + 1);
    const similar = ids.filter((id) => id !== 3).map((joke_id) => ({ joke_id, similarity: 1 }));
    expect((await adminAsks(3)).body).toMatchObject({ similar });
  });
});

describe('a submitter', () => {
  test('sees approved jokes that say nearly the same', async () => {
    const answer = await submitterAsks('For sale: door, used once! Norris knocked.');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        similar: [
          { joke_id: 1, joke_text: DOOR, status: 'approved', similarity: 1 },
          { joke_id: 201, status: 'approved' },
        ],
      },
    });
    expect((await submitterAsks('Chuck Norris can whistle in cursive.')).body).toEqual({
      similar: [],
    });
  });

  test('does not see facts that share only the words of most facts', async () => {
    const does = (what: string) => `Chuck Norris can ${what} with his eyes closed.`;
    const deeds = ['play tennis', 'weld a bridge', 'fix clocks', 'dive', 'whisper', 'read Greek'];
    await running.refill(deeds.map((deed, at) => aJoke(at + 1, { joke_text: does(deed) })));
    expect((await submitterAsks(does('untangle spaghetti'))).body).toEqual({ similar: [] });
    expect((await submitterAsks(does('weld bridges'))).body).toMatchObject({
      similar: [{ joke_id: 2 }],
    });
  });

  test(`may ask ${quotas.lookups.network} times an hour from one network, and still submit`, async () => {
    for (let asked = 0; asked < quotas.lookups.network; asked += 1) {
      expect((await submitterAsks(LINE)).status).toBe(200);
    }
    const refused = await submitterAsks(LINE);
    expect(refused).toMatchObject({ status: 429, body: { detail: expect.any(String) } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await submitterAsks(LINE, '198.51.100.2')).status).toBe(200);
    const submission = { method: 'POST', body: { joke_text: LINE }, network: '203.0.113.1' };
    expect((await running.api.request('/jokes/submit', submission)).status).toBe(201);
  });
});

describe('what is related to a fact', () => {
  const BEAR = 'Chuck Norris taught a bear to juggle chainsaws.';
  const answer = z.object({
    similar: z.array(z.object({ joke_id: z.number() })),
    rank: z.nullable(z.number()),
  });
  const related = async (id: number) =>
    answer.parse((await running.api.request(`/jokes/${id}/related`)).body);
  const fillers = Array.from({ length: 40 }, (_, index) =>
    aJoke(index + 20, { joke_text: `Chuck Norris counted to ${index} and the wall gave up.` }),
  );

  test('are the approved facts that share its rarest words, and its rank', async () => {
    await running.refill([
      ...fillers,
      aJoke(1, { joke_text: BEAR, histogram: [0, 0, 0, 0, 9] }),
      aJoke(2, {
        joke_text: 'A bear once counted to four. Chuck Norris applauded.',
        histogram: [9, 0, 0, 0, 0],
      }),
      aJoke(3, { joke_text: 'Chainsaws juggle themselves when the bear is Chuck Norris.' }),
      aJoke(4, { joke_text: 'Two chainsaws met Chuck Norris.', status: 'pending' }),
      aJoke(5, { joke_text: 'The wall around Chuck Norris is mere decoration.' }),
    ]);
    const { similar, rank } = await related(1);
    expect(similar.map(({ joke_id }) => joke_id)).toEqual([3, 2]);
    expect(rank).toBe(1);
  });

  test('share tags, of which the best rated come first, or words that mean something', async () => {
    await running.refill([
      ...fillers,
      aJoke(1, { joke_text: 'He found twelve (12) bears at home.', tags: ['animals', 'food'] }),
      aJoke(2, { joke_text: 'He found twelve (12) doors at work.' }),
      aJoke(3, { joke_text: 'Soup fears him.', tags: ['food'], histogram: [9, 0, 0, 0, 0] }),
      aJoke(4, { joke_text: 'Cats obey him.', tags: ['animals'], histogram: [0, 0, 0, 0, 9] }),
      aJoke(5, { joke_text: 'Two bears left.' }),
    ]);
    const { similar } = await related(1);
    expect(similar.map(({ joke_id }) => joke_id)).toEqual([4, 3, 5]);
  });
});
