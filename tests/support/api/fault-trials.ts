import { expect } from 'vitest';
import type { SeedJoke } from '../../../local/seed/index.ts';
import type { Context } from '../../../functions/src/site.ts';
import { jokeDocument } from '../../../functions/src/catalog/joke.ts';
import { countVotes } from '../../../functions/src/catalog/score.ts';
import { openApi, siteTime, type Answer, type Instance, type ApiSite } from '../api-site.ts';
import { getList } from './lists.ts';

/** Temporary errors with their gRPC code and, from Storage, their HTTP status. */
export const errors = [
  { name: 'ABORTED', code: 10, status: 409 },
  { name: 'UNAVAILABLE', code: 14, status: 503 },
  { name: 'DEADLINE_EXCEEDED', code: 4, status: 504 },
] as const;
/** Each error, before and after the call takes effect. */
export const faults = errors.flatMap(({ name, code }) =>
  (['before', 'after'] as const).map((when) => ({ name, code, when })),
);
type Fault = (typeof faults)[number];

/** An action on a site, and the check of its outcome. */
export interface Trial<Outcome> {
  jokes: SeedJoke[];
  /** parts of the instances to replace */
  replaced?: Partial<Context>;
  /** runs first, without a fault; `act` and `check` get its result, or '' */
  prepare?: (api: Instance) => Promise<string>;
  act: (api: Instance, prepared: string) => Promise<Outcome>;
  check: (api: Instance, outcome: Outcome, prepared: string) => Promise<void>;
}

/** Expects that visitors get the facts as the database has them. */
async function expectShown(api: Instance): Promise<void> {
  const { docs } = await api.context.db.collection('jokes').get();
  const approved = docs.filter((joke) => joke.get('status') === 'approved');
  const { histogram } = jokeDocument.shape;
  const { jokes } = await getList(api, '/jokes?sortBy=date_asc');
  expect(jokes.map(({ joke_text, num_votes }) => [joke_text, num_votes])).toEqual(
    approved.map((joke) => [
      joke.get('joke_text'),
      countVotes(histogram.parse(joke.get('histogram'))),
    ]),
  );
}

/** Sites of earlier trials, for reuse. Every trial empties its site first. */
const idleSites: ApiSite[] = [];

/** Runs a trial on a separate site with the nth Firestore call failing. @returns the number of calls */
async function tryOnce<Outcome>(
  { jokes, replaced, prepare, act, check }: Trial<Outcome>,
  fault?: Fault & { nth: number },
): Promise<number> {
  const site = idleSites.pop() ?? (await openApi());
  await site.fill(jokes);
  const before = await site.start(replaced);
  const prepared = (await prepare?.(before)) ?? '';
  await before.stop();
  let now = siteTime();
  const api = await site.start({ ...replaced, clock: () => now });
  site.firestore.resetRecords();
  if (fault) site.firestore.inject(fault);
  const outcome = await act(api, prepared);
  const { calls } = site.firestore.totals();
  site.firestore.clearFaults();
  // What may be stored although its commit failed is shown after the pause between refreshes.
  now += 5_000;
  await expectShown(api);
  await check(api, outcome, prepared);
  await api.stop();
  idleSites.push(site);
  return calls;
}

/** Runs the trial once for each of its Firestore calls, with that call failing. */
export async function failEachCall<Outcome>(fault: Fault, trial: Trial<Outcome>): Promise<void> {
  const calls = await tryOnce(trial);
  expect(calls).toBeGreaterThan(1);
  await Promise.all(
    Array.from({ length: calls }, (_, index) => tryOnce(trial, { ...fault, nth: index + 1 })),
  );
}

/** Expects a success, a 503 with a detail and Retry-After, or the 504 of a write with an unknown outcome. */
export function expectClear(answer: Answer): void {
  expect([200, 201, 503, 504]).toContain(answer.status);
  if (answer.status === 503) {
    expect(answer.body).toEqual({ detail: expect.any(String) });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  } else if (answer.status === 504) {
    const detail = expect.stringMatching(/^The database has not answered, so this may have been /);
    expect(answer.body).toEqual({ detail });
  }
}
