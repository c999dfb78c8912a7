import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@grpc/grpc-js';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFirestoreEmulator, type FirestoreEmulator } from '../../src/index.ts';
import { startMutatedFirestoreEmulator, type Mutation } from '../planted-bugs.ts';
import { scenario } from './operations.ts';
import { foundCases, openClient, play, type Operation } from './play.ts';

const { GOOGLE_FIRESTORE: google = '', FIRESTORE_FUZZ_SEED: chosen } = process.env;
/** FIRESTORE_FUZZ_SEED repeats a run that named its seed. */
const seeds =
  chosen === undefined ? Array.from({ length: 3 }, () => randomInt(2 ** 31)) : [Number(chosen)];

let emulator: FirestoreEmulator;
let clients: Client[];

beforeAll(async () => {
  process.stdout.write(`Seeds of this comparison with Google's emulator: ${seeds.join(', ')}\n`);
  emulator = await startFirestoreEmulator({ noIndexCheck: true });
  clients = [emulator.host, google].map(openClient);
});

afterAll(async () => {
  for (const client of clients) client.close();
  await emulator.stop();
});

/** Runs operations on both. @throws Error with the line for found.ndjson where an answer differs */
async function compare(ours: Client, theirs: Client, operations: Operation[]): Promise<void> {
  const [seen, answers] = await Promise.all([play(ours, operations), play(theirs, operations)]);
  if (isDeepStrictEqual(seen, answers)) return;
  const first = answers.findIndex((answer, i) => !isDeepStrictEqual(answer, seen[i]));
  throw new Error(
    `Call ${first}, ${operations[first]?.rpc}, is answered differently: ${JSON.stringify(seen[first])}\n` +
      `For found.ndjson: ${JSON.stringify({ name: '', operations, answers })}`,
  );
}

test.concurrent.for(seeds)('20,000 random calls are answered alike, seed %i', async (seed) => {
  const [ours, theirs] = clients;
  if (!ours || !theirs) throw new Error('Both run.');
  let count = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async (operations) => {
      count += operations.length;
      await compare(ours, theirs, operations);
    }),
    { seed, numRuns: 650 },
  );
  expect(count).toBeGreaterThan(20_000);
});

test('Google’s emulator still answers the differences that were found as recorded', async () => {
  const [, theirs] = clients;
  if (!theirs) throw new Error('Both run.');
  for (const { name, operations, answers } of foundCases()) {
    expect(await play(theirs, operations), name).toStrictEqual(answers);
  }
});

const planted: readonly Mutation[] = [
  'NaN matches <',
  'startAfter treated as startAt',
  'create overwrites',
  'update_time precondition not checked',
];
test.for(planted)('the comparison notices the planted bug "%s"', async (mutation) => {
  const [, theirs] = clients;
  const mutated = await startMutatedFirestoreEmulator({ noIndexCheck: true }, mutation);
  const ours = openClient(mutated.host);
  try {
    if (!theirs) throw new Error('Both run.');
    const { failed } = await fc.check(
      fc.asyncProperty(scenario, async (operations) => compare(ours, theirs, operations)),
      { numRuns: 500, endOnFailure: true },
    );
    expect(failed).toBe(true);
  } finally {
    ours.close();
    await mutated.stop();
  }
});
