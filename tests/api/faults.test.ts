// @module-tag S11
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { SeedJoke } from '../../emulators/seed/index.ts';
import { createServices } from '../../functions/src/services.ts';
import { ADMIN_BEARER, openSite, type Answer, type Instance } from '../site.ts';
import { aJoke } from './jokes.ts';
import { ACTOR } from '../moderation-steps.ts';

const codes = { DEADLINE_EXCEEDED: 4, ABORTED: 10, UNAVAILABLE: 14 };
const faults = Object.entries(codes).flatMap(([name, code]) =>
  (['before', 'after'] as const).map((when) => ({ name, code, when })),
);
type Fault = (typeof faults)[number];

/** The jokes of the site, what is done to it, and what must hold then. */
interface Trial<Outcome> {
  jokes: SeedJoke[];
  act: (api: Instance) => Promise<Outcome>;
  check: (api: Instance, outcome: Outcome) => Promise<void>;
}

/** Tries it once on a site of its own, with the nth Firestore call failing; answers the number of calls. */
async function tryOnce<Outcome>(
  { jokes, act, check }: Trial<Outcome>,
  fault?: Fault & { nth: number },
): Promise<number> {
  const site = await openSite();
  await site.fill(jokes);
  const api = await site.start();
  if (fault) site.firestore.inject(fault);
  const outcome = await act(api);
  const { calls } = site.firestore.totals();
  site.firestore.clearFaults();
  await check(api, outcome);
  await site.stop();
  return calls;
}

/** Tries it with each of its Firestore calls failing, one at a time. */
async function failEachCall<Outcome>(fault: Fault, trial: Trial<Outcome>): Promise<void> {
  const calls = await tryOnce(trial);
  expect(calls).toBeGreaterThan(1);
  await Promise.all(
    Array.from({ length: calls }, (_, index) => tryOnce(trial, { ...fault, nth: index + 1 })),
  );
}

function expectSuccessOr503(answer: Answer): void {
  expect([201, 503]).toContain(answer.status);
  if (answer.status === 503) {
    expect(answer.body).toEqual({ detail: expect.any(String) });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  }
}

const jokeCounts = z.object({ num_votes: z.int() });

describe.each(faults)('$name $when any one Firestore call', (fault) => {
  test('of a vote: it counts once, or not at all and the visitor is told', () =>
    failEachCall(fault, {
      jokes: [aJoke(1)],
      act: (api) =>
        api.request('/ratings', { method: 'POST', body: { joke_id: 1, rating_num: 5 } }),
      async check({ context: { db } }, answer) {
        expectSuccessOr503(answer);
        const { num_votes } = jokeCounts.parse((await db.doc('jokes/1').get()).data());
        const ratings = await db.collection('ratings').count().get();
        expect(num_votes).toBe(ratings.data().count);
        expect(num_votes).toBeLessThanOrEqual(1);
        if (answer.status === 201) expect(num_votes).toBe(1);
      },
    }));

  test('of a submission: it is stored once and in the catalog, or not at all', () =>
    failEachCall(fault, {
      jokes: [aJoke(1)],
      act: (api) =>
        api.request('/jokes/submit', {
          method: 'POST',
          body: { joke_text: 'Chuck Norris survived every fault.' },
        }),
      async check(api, answer) {
        expectSuccessOr503(answer);
        const path = '/jokes?status=pending&search=every';
        const list = await api.request(path, { bearer: ADMIN_BEARER });
        const stored = (await api.context.db.collection('jokes').count().get()).data().count - 1;
        expect(list.body).toMatchObject({ total: stored });
        expect(stored).toBeLessThanOrEqual(1);
        if (answer.status === 201) expect(stored).toBe(1);
      },
    }));

  test('of an approval: joke and catalog agree', () =>
    failEachCall(fault, {
      jokes: [aJoke(1, { status: 'pending' })],
      act: (api) =>
        createServices(api.context)
          .moderation.approve(ACTOR, 1)
          .catch(() => undefined),
      async check(api) {
        const joke = await api.context.db.doc('jokes/1').get();
        const total = joke.get('status') === 'approved' ? 1 : 0;
        expect((await api.request('/jokes')).body).toMatchObject({ total });
      },
    }));
});
