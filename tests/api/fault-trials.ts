import { expect } from 'vitest';
import type { SeedJoke } from '../../local/seed/index.ts';
import type { Context } from '../../functions/src/context.ts';
import { openSite, type Answer, type Instance, type Site } from '../site.ts';

const codes = { DEADLINE_EXCEEDED: 4, ABORTED: 10, UNAVAILABLE: 14 };
/** Each code, before the call takes effect and after it. */
export const faults = Object.entries(codes).flatMap(([name, code]) =>
  (['before', 'after'] as const).map((when) => ({ name, code, when })),
);
type Fault = (typeof faults)[number];

/** The jokes of the site, what is done to it, and what must hold then. */
export interface Trial<Outcome> {
  jokes: SeedJoke[];
  /** what the instances are built from instead of their own */
  replaced?: Partial<Context>;
  /** what is done before, without a fault; `act` and `check` get what it returns, or '' */
  prepare?: (api: Instance) => Promise<string>;
  act: (api: Instance, prepared: string) => Promise<Outcome>;
  check: (api: Instance, outcome: Outcome, prepared: string) => Promise<void>;
}

/** Sites of earlier trials. Every trial empties the site that it takes. */
const idleSites: Site[] = [];

/** Tries it once on a site of its own, with the nth Firestore call failing; returns the number of calls. */
async function tryOnce<Outcome>(
  { jokes, replaced, prepare, act, check }: Trial<Outcome>,
  fault?: Fault & { nth: number },
): Promise<number> {
  const site = idleSites.pop() ?? (await openSite());
  await site.fill(jokes);
  const before = await site.start(replaced);
  const prepared = (await prepare?.(before)) ?? '';
  await before.stop();
  const api = await site.start(replaced);
  site.firestore.resetRecords();
  if (fault) site.firestore.inject(fault);
  const outcome = await act(api, prepared);
  const { calls } = site.firestore.totals();
  site.firestore.clearFaults();
  await check(api, outcome, prepared);
  await api.stop();
  idleSites.push(site);
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

/** Whether an answer is a success, or a 503 as visitors and administrators get it. */
export function expectSuccessOr503(answer: Answer): void {
  expect([200, 201, 503]).toContain(answer.status);
  if (answer.status === 503) {
    expect(answer.body).toEqual({ detail: expect.any(String) });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  }
}
