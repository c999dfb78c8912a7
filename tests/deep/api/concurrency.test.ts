// @module-tag S10
import type { Firestore } from '../../../functions/src/platform/tools.ts';
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createRandom } from '../../support/random.ts';
import { READ } from '../../../functions/src/catalog/follower.ts';
import { endlessCall } from '../../../functions/src/platform/deadline.ts';
import { createServices, type Services } from '../../../functions/src/site.ts';
import { ApiError, jokeStatus } from '../../../functions/src/contract/index.ts';
import { useApi } from '../../support/api/use-api.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { ACTOR, approve, edit } from '../../support/moderation-steps.ts';
import { castVote } from '../../support/api/visitor-steps.ts';
import { CONTENDS, needsEmbedded } from '../../support/official-firestore.ts';

const RATED = [1, 2, 3];
const MODERATED = Array.from({ length: 40 }, (_, index) => index + 4);
const running = useApi(
  [...RATED.map((id) => aJoke(id)), ...MODERATED.map((id) => aJoke(id, { status: 'pending' }))],
  {},
  { contention: 'production' },
);

/** gRPC's ABORTED: the transaction lost a conflict at every attempt, and stored nothing. */
const aborted = z.object({ code: z.literal(10) });

const stored = z.object({
  status: jokeStatus,
  joke_text: z.string(),
  histogram: z.array(z.int()),
});

const change = z.object({ status: jokeStatus, joke_text: z.string() }).partial();
const logged = z.object({
  items: z.array(z.object({ joke_id: z.int(), before: change, after: change })),
});

/** Whether what the log says of a joke, put end to end, leads to its status and text, nothing left out. */
async function logExplains(
  db: Firestore,
  jokeId: number,
  joke: z.infer<typeof stored>,
): Promise<boolean> {
  const query = db.collection('changes').where('joke_ids', 'array-contains', jokeId);
  const items = (await query.get()).docs
    .flatMap((document) => logged.parse(document.data()).items)
    .filter(({ joke_id }) => joke_id === jokeId);
  const first = aJoke(jokeId, RATED.includes(jokeId) ? {} : { status: 'pending' });
  return (['status', 'joke_text'] as const).every((name) => {
    const balance = new Map<unknown, number>();
    const count = (value: unknown, by: number) =>
      balance.set(value, (balance.get(value) ?? 0) + by);
    count(first[name], 1);
    count(joke[name], -1);
    for (const { before, after } of items) {
      count(before[name], -1);
      count(after[name], 1);
    }
    return [...balance.values()].every((left) => left === 0);
  });
}

function decideAll({ changes }: Services, status: 'approved' | 'rejected', ids: number[]) {
  const items = ids.map((joke_id) => ({ joke_id, patch: { status } }));
  return changes.apply({ actor: ACTOR, action: 'reject', items }, endlessCall());
}

/** Makes random votes and decisions on two instances simultaneously. @returns what was lost */
async function runHistory(
  both: readonly [Services, Services],
  db: Firestore,
  seed: number,
): Promise<string[]> {
  const random = createRandom(seed);
  const pick = (ids: readonly number[]) => ids[Math.floor(random() * ids.length)] ?? 1;
  const acknowledged = new Map(RATED.map((id) => [id, 0]));

  async function moderate(services: Services, index: number): Promise<void> {
    const kind = random();
    // Votes on a rejected joke would be refused.
    const joke_ids = [...new Set([pick(MODERATED), pick(MODERATED)])];
    if (kind < 0.3) {
      await edit(services, pick(RATED), `Edited by action ${index}.`);
    } else if (kind < 0.5) {
      await decideAll(services, 'approved', joke_ids);
    } else if (kind < 0.7) {
      await decideAll(services, 'rejected', joke_ids);
    } else {
      const id = await approve(services, pick(MODERATED));
      if (id !== '') {
        await services.changes.undo({ actor: ACTOR, changeId: id }, endlessCall());
      }
    }
  }
  async function rate(services: Services): Promise<void> {
    const id = pick(RATED);
    await castVote(services, id, 1 + Math.floor(random() * 5));
    acknowledged.set(id, (acknowledged.get(id) ?? 0) + 1);
  }
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const services = both[index % 2 === 0 ? 0 : 1];
      try {
        await (random() < 0.5 ? moderate(services, index) : rate(services));
      } catch (error) {
        if (!(error instanceof ApiError || aborted.safeParse(error).success)) throw error;
      }
    }),
  );

  const lost: string[] = [];
  const catalogs = await Promise.all(both.map(({ follower }) => follower.read(READ.administrator)));
  for (const id of [...RATED, ...MODERATED]) {
    const joke = stored.parse((await db.doc(`jokes/${id}`).get()).data());
    const votes = joke.histogram.reduce((sum, count) => sum + count, 0);
    if (votes !== (acknowledged.get(id) ?? 0)) lost.push(`votes of ${id}`);
    for (const catalog of catalogs) {
      const shown = stored.parse(catalog.find(id));
      if (!isDeepStrictEqual(shown, joke)) lost.push(`catalog of ${id}`);
    }
    if (!(await logExplains(db, id, joke))) lost.push(`log of ${id}`);
  }
  return lost;
}

describe('simultaneous votes and decisions on two instances', () => {
  beforeEach(() => needsEmbedded(CONTENDS));

  test.each([7, 8, 9, 10])(
    'are all counted and logged, and both catalogs match: history %i',
    async (seed) => {
      const { context } = running.api;
      const other = await running.start();
      const services = [createServices(context), createServices(other.context)] as const;
      expect(await runHistory(services, context.db, seed)).toEqual([]);
    },
  );
});
