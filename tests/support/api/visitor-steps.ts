import type { ReportReason } from '../../../functions/src/contract/index.ts';
import { endlessCall } from '../../../functions/src/platform/deadline.ts';
import { newId } from '../../../functions/src/platform/signing.service.ts';
import type { Context, Services } from '../../../functions/src/site.ts';

/** Who votes, reports or submits: by default, another browser in another network each time. */
interface Visitor {
  /** at most 22 letters, digits and dashes */
  voter?: string;
  network?: string;
}

let visitors = 0;

function networkOf({ network = `network ${(visitors += 1)}` }: Visitor) {
  return { subnet: network, provider: network };
}

async function callOf({ signing }: Services, visitor: Visitor) {
  const voter = visitor.voter?.padEnd(22, '_') ?? newId();
  return {
    input: { headers: {} },
    network: networkOf(visitor),
    state: endlessCall(),
    sessionCookie: await signing.signId('voter', voter),
    setSessionCookie: () => undefined,
  };
}

/** Gives a new site a certain key, so that in each run the same networks are in the same group. */
export async function setVoterKey({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.doc('secrets/voter-key').set({ key: 'k'.repeat(43), created_at: new Date(0) });
}

/** Rates a joke as a browser that has a voter id. */
export async function castVote(
  services: Services,
  jokeId: number,
  stars: number,
  visitor: Visitor = {},
): Promise<void> {
  await services.ratings.rate(await callOf(services, visitor), jokeId, stars);
}

/** Reports a joke as a browser that has a voter id. */
export async function reportJoke(
  services: Services,
  jokeId: number,
  reason: ReportReason,
): Promise<void> {
  await services.reports.report(await callOf(services, {}), jokeId, reason);
}

/** Submits a joke. @returns its number */
export async function submitJoke({ submissions }: Services, text: string): Promise<number> {
  const call = { key: undefined, network: networkOf({}), state: endlessCall() };
  return (await submissions.submit(text, call)).joke_id;
}
