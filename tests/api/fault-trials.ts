import { expect } from 'vitest';
import type { SeedJoke } from '../../local/seed/index.ts';
import { openSite, type Answer, type Instance } from '../site.ts';

const codes = { DEADLINE_EXCEEDED: 4, ABORTED: 10, UNAVAILABLE: 14 };
/** Each code, before the call takes effect and after it. */
export const faults = Object.entries(codes).flatMap(([name, code]) =>
  (['before', 'after'] as const).map((when) => ({ name, code, when })),
);
type Fault = (typeof faults)[number];

/** The jokes of the site, what is done to it, and what must hold then. */
export interface Trial<Outcome> {
  jokes: SeedJoke[];
  /** what is done before, without a fault */
  prepare?: (api: Instance) => Promise<unknown>;
  act: (api: Instance) => Promise<Outcome>;
  check: (api: Instance, outcome: Outcome) => Promise<void>;
}

/** Tries it once on a site of its own, with the nth Firestore call failing; answers the number of calls. */
async function tryOnce<Outcome>(
  { jokes, prepare, act, check }: Trial<Outcome>,
  fault?: Fault & { nth: number },
): Promise<number> {
  const site = await openSite();
  await site.fill(jokes);
  if (prepare) await prepare(await site.start());
  const api = await site.start();
  site.firestore.resetRecords();
  if (fault) site.firestore.inject(fault);
  const outcome = await act(api);
  const { calls } = site.firestore.totals();
  site.firestore.clearFaults();
  await check(api, outcome);
  await site.stop();
  return calls;
}

/** Tries it with each of its Firestore calls failing, one at a time. */
export async function failEachCall<Outcome>(fault: Fault, trial: Trial<Outcome>): Promise<void> {
  const calls = await tryOnce(trial);
  expect(calls).toBeGreaterThan(1);
  await Promise.all(
    Array.from({ length: calls }, (_, index) => tryOnce(trial, { ...fault, nth: index + 1 })),
  );
}

/** What a visitor or an administrator may be told. */
export function expectSuccessOr503(answer: Answer): void {
  expect([200, 201, 503]).toContain(answer.status);
  if (answer.status === 503) {
    expect(answer.body).toEqual({ detail: expect.any(String) });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  }
}
