import type { Firestore, Transaction } from '../../functions/src/database/database.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createRandom } from '../../emulators/seed/random.ts';
import { ApiError } from '../../functions/src/contract/index.ts';
import { createServices, type Services } from '../../functions/src/services.ts';
import { useSite } from './use-site.ts';
import { aJoke } from './jokes.ts';
import { ACTOR } from '../moderation-steps.ts';

const JOKES = [1, 2, 3];
const running = useSite(JOKES.map((id) => aJoke(id)));

/** The same database, but what should be a transaction reads and writes at once, unprotected. */
function withoutTransactions(db: Firestore): Firestore {
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'runTransaction') {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async (work: (transaction: unknown) => Promise<unknown>) => {
        const writes = target.batch();
        const result = await work({
          get: (reference: { get(): unknown }) => reference.get(),
          getAll: (...references: Parameters<Firestore['getAll']>) => target.getAll(...references),
          create: writes.create.bind(writes),
          update: writes.update.bind(writes),
          set: writes.set.bind(writes),
          delete: writes.delete.bind(writes),
        } satisfies Record<
          keyof Pick<Transaction, 'get' | 'getAll' | 'create' | 'update' | 'set' | 'delete'>,
          unknown
        >);
        await writes.commit();
        return result;
      };
    },
  });
}

const stored = z.object({ num_votes: z.int(), histogram: z.array(z.int()), joke_text: z.string() });

/** Votes and edits at random from two instances at once; answers what was lost. */
async function runHistory(both: Services[], db: Firestore): Promise<string[]> {
  const random = createRandom(7);
  const acknowledged = new Map(JOKES.map((id) => [id, 0]));
  const actions = Array.from({ length: 150 }, async (_, index) => {
    const id = JOKES[Math.floor(random() * JOKES.length)] ?? 1;
    const services = both[index % both.length];
    const voter = `voter-${index}`;
    const star = 1 + Math.floor(random() * 5);
    try {
      if (random() < 0.15) await services?.moderation.edit(ACTOR, id, `Edited by action ${index}.`);
      else {
        await services?.ratings.rate(id, voter, star);
        acknowledged.set(id, (acknowledged.get(id) ?? 0) + 1);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  });
  await Promise.all(actions);

  const lost: string[] = [];
  for (const [id, votes] of acknowledged) {
    const joke = stored.parse((await db.doc(`jokes/${id}`).get()).data());
    const inHistogram = joke.histogram.reduce((sum, count) => sum + count, 0);
    if (joke.num_votes !== votes || inHistogram !== votes) lost.push(`joke ${id}`);
  }
  return lost;
}

describe('votes and edits that arrive together at two instances', () => {
  test('are all counted', async () => {
    const contexts = [running.api, await running.site.start()].map(({ context }) => context);
    const both = contexts.map((context) => createServices(context));
    const [first] = contexts;
    expect(first && (await runHistory(both, first.db))).toEqual([]);
  });

  test('would be lost without the transaction', async () => {
    const contexts = [running.api, await running.site.start()].map(({ context }) => context);
    const both = contexts.map((context) =>
      createServices({ ...context, db: withoutTransactions(context.db) }),
    );
    const [first] = contexts;
    expect(first && (await runHistory(both, first.db))).not.toEqual([]);
  });
});
