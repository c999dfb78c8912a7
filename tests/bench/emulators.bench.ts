import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openApi, type ApiSite } from '../support/api-site.ts';
import { atMost, type Benchmark } from '../support/bench/measurement.ts';

const TRANSACTIONS = 50;
const run = promisify(execFile);

/** Runs contending transactions. @returns how many were counted */
async function contend(site: ApiSite): Promise<number> {
  await site.fill([]);
  const instance = await site.start();
  const { db } = instance.context;
  const counter = db.doc('bench/counter');
  await counter.set({ count: 0 });
  await Promise.allSettled(
    Array.from({ length: TRANSACTIONS }, () =>
      db.runTransaction(async (transaction) => {
        const count: unknown = (await transaction.get(counter)).get('count');
        transaction.set(counter, { count: Number(count) + 1 });
      }),
    ),
  );
  const counted = Number((await counter.get()).get('count'));
  await instance.stop();
  return counted;
}

/** P16: the embedded emulators start quickly and handle contention. */
export const benchmark: Benchmark = async (site) => {
  const started = await run(process.execPath, [
    join(import.meta.dirname, '..', 'support/bench/emulator-start.ts'),
  ]);
  const optimistic = await openApi({ transactions: 'optimistic' });
  const failedOptimistic = TRANSACTIONS - (await contend(optimistic));
  await optimistic.stop();
  const failedLocks = TRANSACTIONS - (await contend(site));
  return [
    atMost(
      'P16',
      'seconds of CPU until both embedded emulators accept connections',
      Number(started.stdout),
      1,
    ),
    atMost(
      'P16',
      `failed transactions of ${TRANSACTIONS} that contend for one document: with locks`,
      failedLocks,
      0,
    ),
    atMost('P16', '… in optimistic mode', failedOptimistic, 0),
  ];
};
