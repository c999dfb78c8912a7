// @module-tag S26
import { describe, expect, test } from 'vitest';
import { limits } from '../../../functions/src/domain/index.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { listedIds } from '../../support/api/lists.ts';
import { useApi } from '../../support/api/use-api.ts';
import { ADMIN_BEARER, siteTime, type Answer } from '../../support/api-site.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** Sends a write from an address, as a browser that the site does not know. */
function post(path: string, body: object, address: string) {
  const headers = { 'x-forwarded-for': address };
  return running.api.request(path, { method: 'POST', body, headers });
}

const WRITES = {
  newVoters: ['/ratings', { joke_id: 1, rating_num: 5 }],
  submissions: ['/jokes/submit', { joke_text: 'Chuck Norris stops floods.' }],
  reports: ['/reports', { joke_id: 1, reason: 'other' }],
} as const;

let now = siteTime();
const running = useApi([aJoke(1), aJoke(2)], { clock: () => now });

describe.each(['newVoters', 'submissions', 'reports'] as const)('the limit of %s', (what) => {
  const NO_LIMIT = 1_000_000;

  /** Lets an instance allow so many an hour. */
  async function limitTo(most: number): Promise<void> {
    const others = { newVoters: NO_LIMIT, submissions: NO_LIMIT, reports: NO_LIMIT };
    await running.restart({ config: { ceilings: { ...others, [what]: most } } });
  }
  const [path, body] = WRITES[what];
  const send = (address: string) => post(path, body, address);
  function expectRefused(answer: Answer, seconds: number): void {
    expect(answer).toMatchObject({ status: 429, body: { detail: expect.any(String) } });
    expect(answer.headers.get('retry-after')).toBe(String(seconds));
  }

  test('for the whole site holds whatever addresses the callers claim, for an hour', async () => {
    await limitTo(25);
    for (let site = 1; site <= 25; site += 1) {
      expect((await send(`${site}.1.1.1`)).status).toBe(201);
    }
    now += 60_000;
    running.site.firestore.resetRecords();
    expectRefused(await send('26.1.1.1'), 3_540);
    expectRefused(await send('2001:db8::1'), 3_540);
    expect(running.site.firestore.totals().writes).toBe(0);
    now += HOUR_MS - 60_000;
    expect((await send('26.1.1.1')).status).toBe(201);
  });
});

test('in a flood of submissions, those that are too many are refused, and a moderator decides', async () => {
  const jokeIds = [1, 2, 3, 4];
  await running.refill([...jokeIds, 5].map((id) => aJoke(id)));
  const other = await running.start();
  const shown = () => listedIds(other, '/jokes');
  expect(await shown()).toEqual([5, 4, 3, 2, 1]);
  expect(await listedIds(running.api, '/jokes')).toEqual([5, 4, 3, 2, 1]);

  const TOO_MANY = 20;
  const answers: Answer[] = [];
  const release = running.api.holdCalls();
  const flood = Array.from(
    { length: 1 + limits.submissionsWaiting + TOO_MANY },
    async (_, number) => {
      const body = { joke_text: `Chuck Norris sends fact ${number} into the flood.` };
      answers.push(await post('/jokes/submit', body, `10.${number}.0.1`));
    },
  );
  await expect.poll(() => answers.length).toBe(TOO_MANY);
  for (const { status, headers } of answers) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  }
  const decisions = jokeIds.map((id) =>
    running.api.request(`/admin/reject/${id}`, { method: 'POST', bearer: ADMIN_BEARER }),
  );
  release();
  for (const { status } of await Promise.all(decisions)) expect(status).toBe(200);
  await Promise.all(flood);
  expect(answers.slice(TOO_MANY).every(({ status }) => status === 201)).toBe(true);
  // On the other instance, within the time that a takedown may take.
  now += 35_000;
  expect(await shown()).toEqual([5]);
});
