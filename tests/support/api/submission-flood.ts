import { openDatabase } from '../../../functions/src/platform/database/database.ts';
import type { Context } from '../../../functions/src/context.ts';
import { limits } from '../../../functions/src/domain/index.ts';
import { startDelayingProxy } from '../delaying-proxy.ts';
import { ADMIN_BEARER, type Answer, type Instance, type ApiSite } from '../api-site.ts';

const NETWORKS = 40;
/** How far away Firestore is, in milliseconds. */
const DISTANCE_MS = 50;

/** A decision in a flood. */
interface FloodedDecision {
  answer: Answer;
  ms: number;
  /** how often the catalog changed between the decision and its answer, the decision included */
  changes: number;
}

/** Starts instances that are far away from Firestore. */
export async function startFarInstances(
  site: ApiSite,
  count: number,
  replaced: Partial<Context> = {},
): Promise<{ instances: Instance[] } & AsyncDisposable> {
  const proxy = await startDelayingProxy(site.firestore.host, DISTANCE_MS);
  const near = await site.start();
  const databases: Context['db'][] = [];
  const instances: Instance[] = [];
  for (let started = 0; started < count; started += 1) {
    process.env['FIRESTORE_EMULATOR_HOST'] = proxy.host;
    const db = openDatabase({ ...near.context.config, projectId: site.projectId });
    databases.push(db);
    instances.push(await site.start({ ...replaced, db }));
  }
  return {
    instances,
    async [Symbol.asyncDispose]() {
      await near.stop();
      await Promise.all(instances.map((instance) => instance.stop()));
      await Promise.all(databases.map((db) => db.terminate()));
      await proxy[Symbol.asyncDispose]();
    },
  };
}

/**
 * Rejects jokes one after the other while 40 networks send submissions as fast as they may: all that each
 * is allowed in an hour at once, and what got 503 again with every decision.
 * @param instances get the submissions in turn; the first of them is also the moderator's
 * @param revision reads how often the catalog was changed
 */
export async function decideDuringFlood(
  instances: readonly Instance[],
  jokeIds: readonly number[],
  revision: () => Promise<number>,
): Promise<{ decisions: FloodedDecision[]; submissions: Answer[] }> {
  const submissions: Answer[] = [];
  const flood: Promise<void>[] = [];
  const firstStored = Promise.withResolvers<void>();
  let waiting = Array.from({ length: NETWORKS * limits.submissionsPerHour }, (_, index) => index);

  async function submit(number: number): Promise<void> {
    const answer = await instances[number % instances.length]?.request('/jokes/submit', {
      method: 'POST',
      body: { joke_text: `Chuck Norris sends fact ${number} into the flood.` },
      headers: { 'x-forwarded-for': `${1 + (number % NETWORKS)}.0.0.1` },
    });
    if (!answer) return;
    submissions.push(answer);
    if (answer.status === 503) waiting.push(number);
    else firstStored.resolve();
  }
  function sendAll(): void {
    const sent = waiting;
    waiting = [];
    flood.push(...sent.map(submit));
  }

  const decisions: FloodedDecision[] = [];
  sendAll();
  await firstStored.promise;
  for (const id of jokeIds) {
    sendAll();
    const before = await revision();
    const started = performance.now();
    const answer = await instances[0]?.request(`/admin/reject/${id}`, {
      method: 'POST',
      bearer: ADMIN_BEARER,
    });
    const ms = performance.now() - started;
    if (answer) decisions.push({ answer, ms, changes: (await revision()) - before });
  }
  await Promise.all(flood);
  return { decisions, submissions };
}
